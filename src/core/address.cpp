// SPDX-License-Identifier: GPL-2.0
//
// Address tables of the device: quad hash and accelerated TCP ports.
// A listener has a TCP_SYN entry (local address and port); a connection being set up has a TCP_ESTABLISHED entry with
// the whole quad. When the QP reaches RTS the device points the entry to the QP by itself.

#include "core/cqp_ring.h"
#include "hw/address_wqe.h"

using namespace core;

extern "C" int irdma_sc_manage_qhash_table_entry(struct irdma_sc_cqp *cqp, struct irdma_qhash_table_info *info,
                                                 u64 scratch, bool post_sq) {
    using W = hw::ManageQhash;
    const bool v6 = !info->ipv4_valid;
    const bool quad = info->entry_type == IRDMA_QHASH_TYPE_TCP_ESTABLISHED;
    const u32 *src = info->src_ip;
    const u32 *dest = info->dest_ip;

    if (!info->vsi || info->user_pri >= IRDMA_MAX_USER_PRIORITY)
        return reject_wide(cqp, W::code);
    return submit<W>(cqp, scratch, post_sq, set_mac<W::mac>(info->mac_addr), set<W::dest_port>(info->dest_port),
                     set_if<W::src_port>(quad, info->src_port), try_set<W::qp_id>(info->qp_num),
                     try_set<W::qs_handle>(info->vsi->qos[info->user_pri].qs_handle),
                     try_set_if<W::vlan_id>(info->vlan_valid, info->vlan_id),
                     set_if<W::src_ip3>(quad, v6 ? src[3] : src[0]), set_if<W::src_ip2>(quad && v6, src[2]),
                     set_if<W::src_ip1>(quad && v6, src[1]), set_if<W::src_ip0>(quad && v6, src[0]),
                     set<W::dest_ip3>(v6 ? dest[3] : dest[0]), set_if<W::dest_ip2>(v6, dest[2]),
                     set_if<W::dest_ip1>(v6, dest[1]), set_if<W::dest_ip0>(v6, dest[0]),
                     try_set<W::entry_type>(u32(info->entry_type)), set<W::vlan_valid>(bool(info->vlan_valid)),
                     set<W::ipv4>(bool(info->ipv4_valid)), try_set<W::action>(u32(info->manage)));
}

extern "C" int irdma_sc_manage_apbvt_entry(struct irdma_sc_cqp *cqp, struct irdma_apbvt_info *info, u64 scratch,
                                           bool post_sq) {
    using W = hw::ManageApbvt;

    return submit<W>(cqp, scratch, post_sq, set<W::port>(info->port), set<W::add>(info->add));
}

extern "C" int irdma_sc_add_arp_cache_entry(struct irdma_sc_cqp *cqp, struct irdma_add_arp_cache_entry_info *info,
                                            u64 scratch, bool post_sq) {
    using W = hw::ManageArp;

    return submit<W>(cqp, scratch, post_sq, set<W::reach_max>(info->reach_max), set_mac<W::mac>(info->mac_addr),
                     try_set<W::arp_index>(info->arp_index), set<W::entry_valid>(true),
                     set<W::permanent>(info->permanent));
}

extern "C" int irdma_sc_del_arp_cache_entry(struct irdma_sc_cqp *cqp, u64 scratch, u16 arp_index, bool post_sq) {
    using W = hw::ManageArp;

    return submit<W>(cqp, scratch, post_sq, try_set<W::arp_index>(arp_index));
}

extern "C" int irdma_sc_alloc_local_mac_entry(struct irdma_sc_cqp *cqp, u64 scratch, bool post_sq) {
    return submit<hw::AllocLocMac>(cqp, scratch, post_sq);
}

extern "C" int irdma_sc_add_local_mac_entry(struct irdma_sc_cqp *cqp, struct irdma_local_mac_entry_info *info,
                                            u64 scratch, bool post_sq) {
    using W = hw::ManageLocMac;

    return submit<W>(cqp, scratch, post_sq, set_mac<W::mac>(info->mac_addr), try_set<W::table_index>(info->entry_idx));
}

extern "C" int irdma_sc_del_local_mac_entry(struct irdma_sc_cqp *cqp, u64 scratch, u16 entry_idx, u8 ignore_ref_count,
                                            bool post_sq) {
    using W = hw::ManageLocMac;

    return submit<W>(cqp, scratch, post_sq, try_set<W::table_index>(entry_idx),
                     try_set<W::ignore_ref_count>(ignore_ref_count), set<W::free_entry>(true));
}
