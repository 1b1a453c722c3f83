// SPDX-License-Identifier: GPL-2.0
//
// Nodes of the work scheduler: a root, a node for each VSI, a leaf for each traffic class of a VSI. A leaf is a queue
// set; its handle is the answer to its addition.

#include "emu/ops.h"
#include "hw/qos_wqe.h"

namespace emu {

namespace {

using W = hw::WorkSchedNode;

constexpr u32 first_qs_handle = 0x10; // of leaves: this plus the node's id
constexpr u32 qs_handle_mask = 0x3ff;

WsNode node_of(const Device &d, const Command &c) {
    WsNode node = {};

    node.parent = u32(get<W::parent_id>(d, c));
    node.vsi = u16(get<W::vsi>(d, c));
    node.weight = u8(get<W::weight>(d, c));
    node.traffic_class = u8(get<W::traffic_class>(d, c));
    node.priority = u8(get<W::priority_type>(d, c));
    node.enabled = get<W::enable>(d, c);
    node.exists = true;
    return node;
}

u16 class_bit(const WsNode &node) {
    return u16(1u << node.traffic_class);
}

// Only strict priority needs no share.
Minor check_share(const WsNode &node) {
    const bool strict = node.priority == u8(W::Priority::strict);

    return !node.priority || (!strict && !node.weight) ? Minor::bad_value : Minor::none;
}

Minor check_root(const Device &d, bool is_leaf) {
    if (is_leaf)
        return Minor::bad_value;
    return d.objects.has_ws_root ? Minor::duplicate_entry : Minor::none;
}

// Levels follow each other: a VSI's node below the root, a leaf below its own VSI's node.
Minor check_child(const Device &d, const WsNode &node, bool is_leaf) {
    const WsNode *parent = d.objects.ws.find(node.parent);

    if (!parent)
        return Minor::unknown_id;
    if (parent->level != (is_leaf ? WsLevel::vsi : WsLevel::root))
        return Minor::bad_value;
    if (!is_leaf)
        return d.objects.ws_vsis.has(node.vsi) ? Minor::duplicate_entry : Minor::none;
    if (parent->vsi != node.vsi)
        return Minor::bad_value;
    return parent->classes & class_bit(node) ? Minor::duplicate_entry : Minor::none;
}

Answer add(Device &d, u32 id, WsNode node, bool is_leaf) {
    const bool is_root = node.parent == id;
    Minor minor = d.objects.ws[id].exists ? Minor::id_in_use : check_share(node);

    if (minor == Minor::none)
        minor = is_root ? check_root(d, is_leaf) : check_child(d, node, is_leaf);
    if (minor != Minor::none)
        return failure(minor);
    node.level = is_root ? WsLevel::root : is_leaf ? WsLevel::leaf : WsLevel::vsi;
    node.qs_handle = is_leaf ? (first_qs_handle + id) & qs_handle_mask : 0;
    d.objects.ws[id] = node;
    if (is_root) {
        d.objects.has_ws_root = true;
    } else {
        WsNode &parent = d.objects.ws[node.parent];
        parent.children++;
        if (is_leaf)
            parent.classes = u16(parent.classes | class_bit(node));
        else
            d.objects.ws_vsis.add(node.vsi);
    }
    return success(node.qs_handle);
}

// Share, priority and whether it is scheduled may change; its place in the tree may not.
Answer modify(WsNode &found, const WsNode &node) {
    const Minor minor = check_share(node);

    if (minor != Minor::none)
        return failure(minor);
    if (node.parent != found.parent || node.vsi != found.vsi || node.traffic_class != found.traffic_class)
        return failure(Minor::bad_value);
    found.weight = node.weight;
    found.priority = node.priority;
    found.enabled = node.enabled;
    return success();
}

Answer remove(Device &d, WsNode &node) {
    if (node.children)
        return failure(Minor::in_use);
    if (node.level == WsLevel::root) {
        d.objects.has_ws_root = false;
    } else {
        WsNode &parent = d.objects.ws[node.parent];
        parent.children--;
        if (node.level == WsLevel::leaf)
            parent.classes = u16(parent.classes & ~class_bit(node));
        else
            d.objects.ws_vsis.remove(node.vsi);
    }
    node = {};
    return success();
}

} // namespace

Answer manage_ws_node(Device &d, const Command &c) {
    const u32 id = u32(get<W::node_id>(d, c));
    const bool is_leaf = get<W::is_leaf>(d, c);
    const auto operation = W::Operation(get<W::operation>(d, c));

    if (operation > W::Operation::remove)
        return failure(Minor::bad_value);
    if (id >= d.objects.ws.count)
        return failure(Minor::unknown_id);
    if (operation == W::Operation::add)
        return add(d, id, node_of(d, c), is_leaf);
    WsNode *found = d.objects.ws.find(id);
    if (!found)
        return failure(Minor::unknown_id);
    if (is_leaf != (found->level == WsLevel::leaf))
        return failure(Minor::bad_value);
    return operation == W::Operation::modify ? modify(*found, node_of(d, c)) : remove(d, *found);
}

} // namespace emu
