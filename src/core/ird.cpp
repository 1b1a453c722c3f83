// SPDX-License-Identifier: GPL-2.0
//
// Codes for the inbound read depth. The device counts twice the depth, rounded up to a size it has.

#include <irdma/ctrl.h>

namespace {

// log2 of the entries for a depth; never less than 2.
u32 entries_log2(u16 ird_size) {
    const u32 entries = 2u * ird_size;

    return entries <= 4 ? 2 : 32 - u32(__builtin_clz(entries - 1));
}

} // namespace

extern "C" u8 irdma_sc_get_encoded_ird_size(u16 ird_size) {
    switch (entries_log2(ird_size)) {
    case 2:
        return IRDMA_IRD_HW_SIZE_4;
    case 3:
    case 4:
        return IRDMA_IRD_HW_SIZE_16;
    case 5:
    case 6:
        return IRDMA_IRD_HW_SIZE_64;
    case 7:
        return IRDMA_IRD_HW_SIZE_128;
    default:
        return IRDMA_IRD_HW_SIZE_256;
    }
}

extern "C" u8 irdma_sc_get_encoded_ird_size_gen_3(u16 ird_size) {
    const u32 code = entries_log2(ird_size) - 2;

    return u8(code < IRDMA_IRD_HW_SIZE_4096_GEN3 ? code : IRDMA_IRD_HW_SIZE_4096_GEN3);
}

extern "C" u16 irdma_sc_get_decoded_ird_size_gen_3(u8 ird_enc) {
    return u16(4u << (ird_enc <= IRDMA_IRD_HW_SIZE_4096_GEN3 ? ird_enc : 0u));
}
