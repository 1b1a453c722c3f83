// SPDX-License-Identifier: GPL-2.0
//
// The work-scheduler tree of a device: a root, below it one node per VSI, below that one leaf per traffic class in use.
// A leaf is a queue set: the device answers its addition with the handle, and the LAN driver has to know it too.
//
// Locks: dev->ws_mutex over the tree and around all commands; inside it, one at a time, the qos_mutexes of the
// priorities, whose handles are copies of the leaf's. What is in the tree exists in the device: a node that the device
// does not delete stays, keeps its id, and is used again.

#include <irdma/ctrl.h>

#include "core/list.h"
#include "core/lock.h"
#include "core/log.h"

using namespace core;

namespace {

constexpr u8 parent_weight = 1;

irdma_ws_node *node_of(list_head *entry) {
    static_assert(offsetof(irdma_ws_node, siblings) == 0);
    return reinterpret_cast<irdma_ws_node *>(entry);
}

// First child for which match() holds; nullptr if none, or if there is no parent.
template <class Match> irdma_ws_node *find_child(irdma_ws_node *parent, Match match) {
    if (!parent)
        return nullptr;
    for (list_head *e = parent->child_list_head.next; e != &parent->child_list_head; e = e->next)
        if (match(*node_of(e)))
            return node_of(e);
    return nullptr;
}

irdma_ws_node *find_vsi_node(const irdma_sc_vsi *vsi) {
    return find_child(vsi->dev->ws_tree_root, [&](const irdma_ws_node &n) { return n.vsi_index == vsi->vsi_idx; });
}

irdma_ws_node *find_leaf(irdma_ws_node *vsi_node, u8 tc) {
    return find_child(vsi_node, [&](const irdma_ws_node &n) { return n.traffic_class == tc; });
}

int command(irdma_sc_dev *dev, irdma_ws_node *node, u8 cmd) {
    irdma_ws_node_info info = {};

    info.id = node->index;
    info.vsi = node->vsi_index;
    info.parent_id = node->parent ? node->parent->index : node->index;
    info.weight = node->rel_bw;
    info.tc = node->traffic_class;
    info.prio_type = node->prio_type;
    info.type_leaf = node->type_leaf;
    info.enable = node->enable;
    const int err = irdma_ws_node_cmd(dev, cmd, &info);
    if (err)
        log_err(dev, "work scheduler: command %u on node %u (VSI %u, traffic class %u) failed: %d", cmd, node->index,
                node->vsi_index, node->traffic_class, err);
    else if (cmd == IRDMA_OP_WS_ADD_NODE && node->type_leaf)
        node->qs_handle = info.qs_handle;
    return err;
}

// Puts a node into the device and the tree; `draft` says which, only the root has no parent. The id of a node that the
// device may still add stays taken.
int add_node(irdma_sc_dev *dev, const irdma_ws_node &draft, irdma_ws_node **added) {
    auto *node = static_cast<irdma_ws_node *>(irdma_os_calloc(1, sizeof(irdma_ws_node)));

    if (!node)
        return -ENOMEM;
    *node = draft;
    list_init(&node->child_list_head);
    node->index = node->parent ? irdma_ws_get_node_id(dev) : u16(0);
    const int err = node->index == IRDMA_WS_NODE_INVALID ? -ENOSPC : command(dev, node, IRDMA_OP_WS_ADD_NODE);
    if (err) {
        if (node->parent && node->index != IRDMA_WS_NODE_INVALID && err != -ETIMEDOUT)
            irdma_ws_put_node_id(dev, node->index);
        irdma_os_free(node);
        return err;
    }
    if (node->parent)
        list_add_front(&node->parent->child_list_head, &node->siblings);
    else
        dev->ws_tree_root = node;
    *added = node;
    return 0;
}

void release_node(irdma_sc_dev *dev, irdma_ws_node *node) {
    if (node->parent)
        list_unlink(&node->siblings);
    else
        dev->ws_tree_root = nullptr;
    irdma_os_free(node);
}

void delete_node(irdma_sc_dev *dev, irdma_ws_node *node) {
    const u16 id = node->index;
    const bool has_id = node->parent;

    if (command(dev, node, IRDMA_OP_WS_DELETE_NODE))
        return;
    release_node(dev, node);
    if (has_id)
        irdma_ws_put_node_id(dev, id);
}

// Deletes the VSI's node if it has no leaf, then the root if it has no node.
void delete_empty_parents(irdma_sc_vsi *vsi) {
    irdma_sc_dev *dev = vsi->dev;
    irdma_ws_node *vsi_node = find_vsi_node(vsi);

    if (vsi_node && list_empty(&vsi_node->child_list_head))
        delete_node(dev, vsi_node);
    if (dev->ws_tree_root && list_empty(&dev->ws_tree_root->child_list_head))
        delete_node(dev, dev->ws_tree_root);
}

// The LAN driver forgets the queue set before the device does: the reverse of how it was made.
void unregister_leaf(irdma_sc_vsi *vsi, irdma_ws_node *leaf) {
    if (leaf->enable && vsi->unregister_qset)
        vsi->unregister_qset(vsi, leaf);
    leaf->enable = false;
}

void delete_leaf(irdma_sc_vsi *vsi, irdma_ws_node *leaf) {
    unregister_leaf(vsi, leaf);
    delete_node(vsi->dev, leaf);
}

irdma_ws_node parent_draft(const irdma_sc_vsi *vsi, irdma_ws_node *parent) {
    irdma_ws_node draft = {};

    draft.parent = parent;
    draft.vsi_index = vsi->vsi_idx;
    draft.rel_bw = parent_weight;
    draft.prio_type = IRDMA_PRIO_WEIGHTED_RR;
    draft.enable = true;
    return draft;
}

// The leaf as the priority describes it; with no bandwidth share given the smallest one.
irdma_ws_node leaf_draft(irdma_sc_vsi *vsi, u8 user_pri) {
    irdma_qos &qos = vsi->qos[user_pri];
    irdma_ws_node draft = {};
    const MutexGuard guard(&qos.qos_mutex);

    draft.vsi_index = vsi->vsi_idx;
    draft.user_pri = user_pri;
    draft.traffic_class = qos.traffic_class;
    draft.rel_bw = qos.rel_bw ? qos.rel_bw : u8(1);
    draft.prio_type = IRDMA_PRIO_WEIGHTED_RR;
    draft.type_leaf = true;
    return draft;
}

// Tells the LAN driver, then lets the device schedule the leaf.
int enable_leaf(irdma_sc_vsi *vsi, irdma_ws_node *leaf) {
    if (vsi->register_qset) {
        if (const int err = vsi->register_qset(vsi, leaf)) {
            log_err(vsi->dev, "work scheduler: the LAN driver refuses queue set %u of traffic class %u: %d",
                    leaf->qs_handle, leaf->traffic_class, err);
            return err;
        }
    }
    leaf->enable = true;
    return command(vsi->dev, leaf, IRDMA_OP_WS_MODIFY_NODE);
}

// Root, node of the VSI and leaf, as far as they do not exist. On an error the caller cleans up.
int build(irdma_sc_vsi *vsi, irdma_ws_node draft, irdma_ws_node **leaf) {
    irdma_sc_dev *dev = vsi->dev;
    irdma_ws_node *vsi_node;
    int err = 0;

    if (!dev->ws_tree_root)
        err = add_node(dev, parent_draft(vsi, nullptr), &dev->ws_tree_root);
    if (err)
        return err;
    vsi_node = find_vsi_node(vsi);
    if (!vsi_node)
        err = add_node(dev, parent_draft(vsi, dev->ws_tree_root), &vsi_node);
    if (err)
        return err;
    *leaf = find_leaf(vsi_node, draft.traffic_class);
    draft.parent = vsi_node;
    if (!*leaf)
        err = add_node(dev, draft, leaf);
    if (err || (*leaf)->enable)
        return err;
    // Also one that the device did not delete, with what applies now.
    (*leaf)->user_pri = draft.user_pri;
    (*leaf)->rel_bw = draft.rel_bw;
    return enable_leaf(vsi, *leaf);
}

// Gives the leaf's handles to all priorities of its traffic class.
void publish(irdma_sc_vsi *vsi, const irdma_ws_node *leaf) {
    for (irdma_qos &qos : vsi->qos) {
        const MutexGuard guard(&qos.qos_mutex);

        if (qos.traffic_class != leaf->traffic_class)
            continue;
        qos.qs_handle = leaf->qs_handle;
        qos.lan_qos_handle = leaf->lan_qos_handle;
        qos.l2_sched_node_id = leaf->l2_sched_node_id;
        qos.valid = true;
    }
}

// Closes the priorities of a traffic class: who joins one from now on finds no leaf and asks for it, which waits for
// the ws_mutex. False: one is in use.
bool close_priorities(irdma_sc_vsi *vsi, u8 tc) {
    for (irdma_qos &qos : vsi->qos) {
        const MutexGuard guard(&qos.qos_mutex);

        if (qos.traffic_class != tc)
            continue;
        if (!list_empty(&qos.qplist))
            return false;
        qos.valid = false;
    }
    return true;
}

// Calls use(leaf) for each leaf of the VSI, which may take it off the tree; then nobody has a handle any more.
template <class Use> void take_leaves(irdma_sc_vsi *vsi, Use use) {
    irdma_ws_node *vsi_node = find_vsi_node(vsi);

    for (irdma_qos &qos : vsi->qos) {
        const MutexGuard guard(&qos.qos_mutex);

        qos.valid = false;
    }
    if (!vsi_node)
        return;
    for (list_head *e = vsi_node->child_list_head.next, *next; e != &vsi_node->child_list_head; e = next) {
        next = e->next;
        use(node_of(e));
    }
}

} // namespace

extern "C" int irdma_ws_add(struct irdma_sc_vsi *vsi, u8 user_pri) {
    if (user_pri >= IRDMA_MAX_USER_PRIORITY)
        return -EINVAL;

    const MutexGuard guard(&vsi->dev->ws_mutex);
    irdma_ws_node *leaf = nullptr;

    if (vsi->tc_change_pending)
        return -EBUSY;
    {
        const MutexGuard qos_guard(&vsi->qos[user_pri].qos_mutex);

        if (vsi->qos[user_pri].valid)
            return 0;
    }
    if (const int err = build(vsi, leaf_draft(vsi, user_pri), &leaf)) {
        if (leaf)
            delete_leaf(vsi, leaf);
        delete_empty_parents(vsi);
        return err;
    }
    publish(vsi, leaf);
    return 0;
}

extern "C" void irdma_ws_remove(struct irdma_sc_vsi *vsi, u8 user_pri) {
    if (user_pri >= IRDMA_MAX_USER_PRIORITY)
        return;

    const MutexGuard guard(&vsi->dev->ws_mutex);
    const u8 tc = leaf_draft(vsi, user_pri).traffic_class;
    irdma_ws_node *leaf = find_leaf(find_vsi_node(vsi), tc);

    if (!close_priorities(vsi, tc)) {
        if (leaf && leaf->enable)
            publish(vsi, leaf);
        return;
    }
    if (leaf)
        delete_leaf(vsi, leaf);
    delete_empty_parents(vsi);
}

extern "C" void irdma_ws_reset(struct irdma_sc_vsi *vsi) {
    const MutexGuard guard(&vsi->dev->ws_mutex);

    take_leaves(vsi, [&](irdma_ws_node *leaf) { delete_leaf(vsi, leaf); });
    delete_empty_parents(vsi);
}

extern "C" void irdma_ws_discard(struct irdma_sc_vsi *vsi) {
    irdma_sc_dev *dev = vsi->dev;
    const MutexGuard guard(&dev->ws_mutex);

    take_leaves(vsi, [&](irdma_ws_node *leaf) {
        unregister_leaf(vsi, leaf);
        release_node(dev, leaf);
    });
    if (irdma_ws_node *vsi_node = find_vsi_node(vsi))
        release_node(dev, vsi_node);
    if (dev->ws_tree_root && list_empty(&dev->ws_tree_root->child_list_head))
        release_node(dev, dev->ws_tree_root);
}
