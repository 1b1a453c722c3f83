// SPDX-License-Identifier: GPL-2.0
//
// Init of a virtual station interface.

#include "core/atomic.h"
#include "core/generation.h"
#include "core/l2params.h"
#include "core/list.h"
#include "os/os.h"

using namespace core;

namespace {

// Work scheduler of devices that have none.
int no_ws_add(irdma_sc_vsi *, u8) {
    return 0;
}

void no_ws_remove(irdma_sc_vsi *, u8) {}

void no_ws_reset(irdma_sc_vsi *) {}

// A property of the device: whichever VSI is initialised, the result is the same.
void install_work_scheduler(irdma_sc_dev *dev) {
    const bool real = generation_of(dev).work_scheduler;

    dev->ws_add = real ? irdma_ws_add : no_ws_add;
    dev->ws_remove = real ? irdma_ws_remove : no_ws_remove;
    dev->ws_reset = real ? irdma_ws_reset : no_ws_reset;
}

} // namespace

extern "C" void irdma_sc_vsi_init(struct irdma_sc_vsi *vsi, struct irdma_vsi_init_info *info) {
    vsi->dev = info->dev;
    vsi->back_vsi = info->back_vsi;
    vsi->register_qset = info->register_qset;
    vsi->unregister_qset = info->unregister_qset;
    vsi->exception_lan_q = info->exception_lan_q;
    vsi->mtu = info->params->mtu;
    vsi->vsi_idx = info->pf_data_vsi_num;
    atomic_set(&vsi->qp_suspend_reqs, 0);
    vsi->priv = {};
    for (irdma_qos &qos : vsi->qos) {
        irdma_os_mutex_init(&qos.qos_mutex, "irdma qos_mutex");
        list_init(&qos.qplist);
    }
    load_qos(vsi, info->params);
    install_work_scheduler(info->dev);
}
