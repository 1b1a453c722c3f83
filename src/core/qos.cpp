// SPDX-License-Identifier: GPL-2.0
//
// Commands of quality of service: user priority map, work scheduler nodes.

#include "core/cqp_ring.h"
#include "hw/qos_wqe.h"

using namespace core;

extern "C" int irdma_sc_set_up_map(struct irdma_sc_cqp *cqp, struct irdma_up_info *info, u64 scratch) {
    using W = hw::SetUpMap;
    const u8 *map = info->map;

    return submit<W>(cqp, scratch, true, set<W::priority_0>(map[0]), set<W::priority_1>(map[1]),
                     set<W::priority_2>(map[2]), set<W::priority_3>(map[3]), set<W::priority_4>(map[4]),
                     set<W::priority_5>(map[5]), set<W::priority_6>(map[6]), set<W::priority_7>(map[7]),
                     set<W::hmc_function>(info->hmc_fcn_idx), try_set<W::cnp_override>(info->cnp_up_override),
                     set<W::use_cnp_override>(bool(info->use_cnp_up_override)), set<W::use_vlan>(bool(info->use_vlan)));
}

extern "C" int irdma_sc_manage_ws_node(struct irdma_sc_cqp *cqp, struct irdma_ws_node_info *info,
                                       enum irdma_ws_node_op node_op, u64 scratch) {
    using W = hw::WorkSchedNode;

    // The upper bits of the operation's field once had another meaning: only known operations may be written.
    if (node_op != IRDMA_ADD_NODE && node_op != IRDMA_MODIFY_NODE && node_op != IRDMA_DEL_NODE)
        return reject_wide(cqp, W::code);
    return submit<W>(cqp, scratch, true, try_set<W::weight>(info->weight), set<W::vsi>(info->vsi),
                     try_set<W::node_id>(info->id), try_set<W::parent_id>(info->parent_id),
                     set<W::operation>(W::Operation(node_op)), try_set<W::traffic_class>(info->tc),
                     try_set<W::priority_type>(info->prio_type), set<W::is_leaf>(bool(info->type_leaf)),
                     set<W::enable>(bool(info->enable)));
}
