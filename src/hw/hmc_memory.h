// SPDX-License-Identifier: GPL-2.0
//
// Words of the host memory cache (HMC) outside work queue entries: FPM buffers and segment descriptors (SD).
#pragma once

#include "hw/builder.h"

namespace hw {

// One object type in the commit buffer. The driver asks for a count; the device answers with count and base.
struct FpmWord : Layout<8> {
    HW_FIELD(FpmWord, count, 0, 31, 0);
    HW_FIELD(FpmWord, base, 0, 63, 32);  // answer; in units of 512 bytes
    HW_FIELD(FpmWord, local, 0, 63, 63); // request, gen3: may lie in the device's own memory

    using request = Fields<count, local>;
    using fields = Fields<count, base>;
};

inline constexpr u32 fpm_unit_bytes = 512;

struct SdCommand : Layout<8> {
    HW_FIELD(SdCommand, index, 0, 11, 0);
    HW_FIELD(SdCommand, partition, 0, 15, 15);
    HW_FIELD(SdCommand, write, 0, 31, 31);

    using fields = Fields<index, partition, write>;
};

struct SdData : Layout<8> {
    HW_FIELD(SdData, valid, 0, 0, 0);
    HW_FIELD(SdData, direct, 0, 1, 1); // one block; else a page that lists pages
    HW_FIELD(SdData, page_count, 0, 11, 2);
    HW_FIELD(SdData, address, 0, 63, 12);

    using fields = Fields<valid, direct, page_count, address>;
};

// An entry of the page that lists pages, at 8 * (page number modulo 512). 0: no page.
struct PdWord : Layout<8> {
    HW_FIELD(PdWord, valid, 0, 0, 0);
    HW_FIELD(PdWord, address, 0, 63, 12);

    using fields = Fields<valid, address>;
};

inline constexpr u32 segment_bytes = 0x200000;
inline constexpr u32 segment_pages = 512;
inline constexpr u32 backing_page_bytes = 4096;
inline constexpr u32 pble_bytes = 8;

} // namespace hw
