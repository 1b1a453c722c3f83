// SPDX-License-Identifier: GPL-2.0
//
// L2 parameters of a VSI: what the LAN driver says about priorities, traffic classes and MTU.

#include "core/l2params.h"
#include "core/generation.h"

#include "core/lock.h"
#include "core/log.h"

using namespace core;

namespace {

// The LAN driver's numbers become indexes: nothing above 7 may get that far.
u8 checked(const irdma_sc_vsi *vsi, const char *what, u32 which, u8 value) {
    if (value < IRDMA_MAX_USER_PRIORITY)
        return value;
    log_err(vsi->dev, "QoS: VSI %u: %s %u has %u, taken as 0", vsi->vsi_idx, what, which, value);
    return 0;
}

// Queue sets of the device itself: they are always there.
void load_from_device(irdma_sc_vsi *vsi) {
    for (u32 pri = 0; pri < IRDMA_MAX_USER_PRIORITY; pri++) {
        irdma_qos &qos = vsi->qos[pri];
        const MutexGuard guard(&qos.qos_mutex);

        qos.qs_handle = vsi->dev->qos[pri].qs_handle;
        qos.valid = true;
    }
}

void load_dscp_map(irdma_sc_vsi *vsi, const irdma_l2params *params) {
    for (u32 i = 0; i < DSCP_MAX; i++)
        vsi->dscp_map[i] = checked(vsi, "DSCP", i, params->dscp_map[i]);
}

} // namespace

void core::load_qos(irdma_sc_vsi *vsi, const irdma_l2params *params) {
    const hw::Generation &gen = generation_of(vsi->dev);

    if (gen.device_qos) {
        load_from_device(vsi);
        return;
    }
    vsi->qos_rel_bw = params->vsi_rel_bw;
    vsi->qos_prio_type = params->vsi_prio_type;
    vsi->dscp_mode = params->dscp_mode;
    if (params->dscp_mode)
        load_dscp_map(vsi, params);
    for (u32 pri = 0; pri < IRDMA_MAX_USER_PRIORITY; pri++) {
        irdma_qos &qos = vsi->qos[pri];
        const u8 tc = params->dscp_mode ? u8(pri) : checked(vsi, "priority", pri, params->up2tc[pri]);
        // A QP that joins meanwhile takes the handle of before or of after, never half of it.
        const MutexGuard guard(&qos.qos_mutex);

        if (gen.lan_queue_sets)
            qos.qs_handle = params->qs_handle_list[pri];
        qos.traffic_class = tc;
        qos.rel_bw = params->tc_info[tc].rel_bw;
        qos.prio_type = params->tc_info[tc].prio_type;
        qos.valid = false;
    }
}

extern "C" void irdma_change_l2params(struct irdma_sc_vsi *vsi, struct irdma_l2params *l2params) {
    if (l2params->mtu_changed) {
        vsi->mtu = l2params->mtu;
        if (vsi->ieq)
            irdma_reinitialize_ieq(vsi);
    }
    if (!l2params->tc_changed)
        return;
    {
        // The scheduler builds nothing from a table that is half old, half new.
        const MutexGuard guard(&vsi->dev->ws_mutex);

        load_qos(vsi, l2params);
        vsi->tc_change_pending = false;
    }
    irdma_sc_suspend_resume_qps(vsi, IRDMA_OP_RESUME);
}
