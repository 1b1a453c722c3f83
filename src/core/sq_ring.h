// SPDX-License-Identifier: GPL-2.0
//
// Writing into a send queue, as store_wqe() does into the CQP's.
#pragma once

#include "core/cqp_ring.h"
#include "hw/sq_wqe.h"

namespace core {

// Body, barrier, header with the polarity of this lap.
template <class Image> HW_INLINE void store_sq_wqe(const Image &wqe, const irdma_qp_uk *qp, __le64 *slot) {
    using L = typename Image::layout;

    wqe.template store_except<hw::sq_header_word>(slot);
    irdma_os_dma_wmb();
    hw::store_word(slot, hw::sq_header_word,
                   wqe.template word<hw::sq_header_word>() | set<typename L::valid>(bool(qp->swqe_polarity)).placed);
}

} // namespace core
