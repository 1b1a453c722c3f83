// SPDX-License-Identifier: GPL-2.0
//
// Commands of unreliable datagrams: address handles and multicast groups.

#include "core/cqp_post.h"
#include "hw/id_widths.h"
#include "hw/uda_wqe.h"

using namespace core;

namespace {

template <class W> [[nodiscard]] int post_ah(irdma_sc_cqp *cqp, const irdma_ah_info *info, u64 scratch) {
    const hw::IdWidths &widths = hw::id_widths(cqp->dev->hw_attrs.uk_attrs.hw_rev);
    const u64 pd = hw::at_most(info->pd_idx, widths.ah_pd);
    const bool v6 = !info->ipv4_valid;
    const u32 *src = info->src_ip_addr;
    const u32 *dest = info->dest_ip_addr;

    return submit<W>(
        cqp, scratch, true, set_mac<typename W::source_mac>(info->mac_addr), set<typename W::vlan_tag>(info->vlan_tag),
        set<typename W::traffic_class>(info->tc_tos), try_set<typename W::pd_id>(hw::low_part<hw::ah_pd_low_bits>(pd)),
        try_set<typename W::flow_label>(info->flow_label),
        try_set<typename W::pd_id_high>(hw::high_part<hw::ah_pd_low_bits>(pd)),
        set<typename W::hop_limit>(info->hop_ttl), try_set<typename W::arp_index>(info->dst_arpindex),
        set<typename W::dest_ip3>(v6 ? dest[3] : dest[0]), set_if<typename W::dest_ip2>(v6, dest[2]),
        set_if<typename W::dest_ip1>(v6, dest[1]), set_if<typename W::dest_ip0>(v6, dest[0]),
        set<typename W::src_ip3>(v6 ? src[3] : src[0]), set_if<typename W::src_ip2>(v6, src[2]),
        set_if<typename W::src_ip1>(v6, src[1]), set_if<typename W::src_ip0>(v6, src[0]),
        try_set<typename W::ah_id>(hw::at_most(info->ah_idx, widths.ah)), set<typename W::ipv4>(bool(info->ipv4_valid)),
        try_set<typename W::insert_vlan>(info->insert_vlan_tag), set<typename W::loopback>(bool(info->do_lpbk)));
}

auto member_image(const irdma_mcast_grp_ctx_entry_info &member) {
    using M = hw::McastMember;

    return hw::fill<M>(try_set<M::qp_id>(member.qp_id), set<M::valid>(true), set<M::dest_port>(member.dest_port));
}

bool members_fit(const irdma_mcast_grp_info *info) {
    for (const auto &member : info->mg_ctx_info)
        if (member.valid_entry && !member_image(member).fits())
            return false;
    return true;
}

// The list of members as the device reads it: the valid ones without gaps, then zeros.
void store_members(const irdma_mcast_grp_info *info) {
    auto *word = static_cast<__le64 *>(info->dma_mem_mc.va);
    u32 unused = hw::mcast_context_bytes / sizeof(*word);

    for (const auto &member : info->mg_ctx_info) {
        if (!member.valid_entry)
            continue;
        member_image(member).store(word++);
        unused--;
    }
    for (; unused > 0; unused--)
        hw::store_word(word++, 0, 0);
}

template <class W> [[nodiscard]] int post_group(irdma_sc_cqp *cqp, const irdma_mcast_grp_info *info, u64 scratch) {
    static_assert(IRDMA_MAX_MGS_PER_CTX * hw::McastMember::bytes == hw::mcast_context_bytes);
    const bool v6 = !info->ipv4_valid;
    const u32 *group = info->dest_ip_addr;

    if (info->mg_id >= hw::max_mcast_groups || info->dma_mem_mc.size < hw::mcast_context_bytes || !members_fit(info))
        return reject_wide(cqp, W::code);
    return submit_prepared<W>(
        cqp, scratch, true, [info] { store_members(info); }, set_mac<typename W::mac>(info->dest_mac_addr),
        try_set<typename W::hmc_function>(info->hmc_fcn_id), try_set<typename W::qs_handle>(info->qs_handle),
        try_set<typename W::vlan_id>(info->vlan_id), set<typename W::context>(u64(info->dma_mem_mc.pa)),
        set<typename W::group_ip3>(v6 ? group[3] : group[0]), set_if<typename W::group_ip2>(v6, group[2]),
        set_if<typename W::group_ip1>(v6, group[1]), set_if<typename W::group_ip0>(v6, group[0]),
        try_set<typename W::group_index>(info->mg_id), set<typename W::vlan_valid>(bool(info->vlan_valid)),
        set<typename W::ipv4>(bool(info->ipv4_valid)));
}

} // namespace

extern "C" int irdma_sc_access_ah(struct irdma_sc_cqp *cqp, struct irdma_ah_info *info, u32 op, u64 scratch) {
    switch (op) {
    case u32(hw::CqpOp::create_ah):
        return post_ah<hw::CreateAh>(cqp, info, scratch);
    case u32(hw::CqpOp::destroy_ah):
        return post_ah<hw::DestroyAh>(cqp, info, scratch);
    default:
        return reject_wide(cqp, hw::CqpOp(op));
    }
}

extern "C" int irdma_access_mcast_grp(struct irdma_sc_cqp *cqp, struct irdma_mcast_grp_info *info, u32 op,
                                      u64 scratch) {
    switch (op) {
    case u32(hw::CqpOp::create_mcast_grp):
        return post_group<hw::CreateMcastGroup>(cqp, info, scratch);
    case u32(hw::CqpOp::modify_mcast_grp):
        return post_group<hw::ModifyMcastGroup>(cqp, info, scratch);
    case u32(hw::CqpOp::destroy_mcast_grp):
        return post_group<hw::DestroyMcastGroup>(cqp, info, scratch);
    default:
        return reject_wide(cqp, hw::CqpOp(op));
    }
}
