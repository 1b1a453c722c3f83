// SPDX-License-Identifier: GPL-2.0
//
// Registers of the RDMA function: where each generation keeps them, and their fields.
#pragma once

#include <irdma/defs.h>

#include "hw/builder.h"

namespace hw {

// ---- offsets ----------------------------------------------------------------------------------------------------

inline constexpr u32 register_absent = 0xffffffff;

// Byte offsets from the start of BAR 0, indexed by enum irdma_registers. The entry of IRDMA_DB_ADDR_OFFSET is the
// offset of the doorbell page, which the control path keeps as it is and never accesses.
struct RegisterMap {
    u32 offset[IRDMA_MAX_REGS];

    [[nodiscard]] constexpr bool has(u32 index) const {
        return index < IRDMA_MAX_REGS && offset[index] != register_absent;
    }
};

inline constexpr RegisterMap gen1_registers = {{
    0x00008080, // CQPTAIL
    0x00008000, // CQPDB
    0x00008100, // CCQPSTATUS
    0x00008200, // CCQPHIGH
    0x00008180, // CCQPLOW
    0x00131080, // CQARM
    0x00131100, // CQACK
    0x00131180, // AEQALLOC
    0x00008880, // CQPERRCODES
    0x00138c00, // WQEALLOC
    0x00034800, // PFINT_DYN_CTLN(0), stride 4
    0x003f0000, // doorbell page: 64 KiB below the end of 4 MiB
    0x000be484, // GLPCI_LBARCTRL
    0x0000d040, // GLPE_CPUSTATUS0
    0x0000d044, // GLPE_CPUSTATUS1
    0x0000d048, // GLPE_CPUSTATUS2
    0x00038700, // PFINT_AEQCTL
    0x00036800, // PFINT_CEQCTL(0), stride 4
    0x0020d800, // VSIQF_CTL(0), stride 4
    0x000c0300, // PFHMC_PDINV
    0x000c8300, // GLHMC_VFPDINV(0), stride 4
    0x000b4000, // GLPE_CRITERR
    register_absent,
}};

inline constexpr RegisterMap gen2_registers = {{
    0x00500880, // CQPTAIL
    0x00500800, // CQPDB
    0x0050a000, // CCQPSTATUS
    0x0050a100, // CCQPHIGH
    0x0050a080, // CCQPLOW
    0x00502c00, // CQARM
    0x00502c80, // CQACK
    0x00502d00, // AEQALLOC
    0x0050a200, // CQPERRCODES
    0x00504400, // WQEALLOC
    0x00160000, // GLINT_DYN_CTL(0), stride 4
    0x007f0000, // doorbell page: 64 KiB below the end of 8 MiB
    0x0009de74, // GLPCI_LBARCTRL
    0x0050ba5c, // GLPE_CPUSTATUS0
    0x0050ba60, // GLPE_CPUSTATUS1
    0x0050ba64, // GLPE_CPUSTATUS2
    0x0016cb00, // PFINT_AEQCTL
    0x0015c000, // GLINT_CEQCTL(0), stride 4
    0x00414000, // VSIQF_PE_CTL1(0), stride 4
    0x00520300, // PFHMC_PDINV
    0x00528300, // GLHMC_VFPDINV(0), stride 4
    0x00534000, // GLPE_CRITERR
    0x0015a000, // GLINT_RATE(0), stride 4
}};

// Physical function of the first silicon. A gen3 driver learns these from the control plane; the emulated control
// plane reports this table.
inline constexpr RegisterMap gen3_registers = {{
    0x0bc00018, // CQPTAIL
    0x0c000100, // CQPDB, in the doorbell page
    0x0bc00000, // CCQPSTATUS
    0x0bc0000c, // CCQPHIGH
    0x0bc00008, // CCQPLOW
    0x0c000040, // CQARM
    0x0c000400, // CQACK
    0x0c0000c0, // AEQALLOC
    0x0bc00010, // CQPERRCODES
    0x0c000000, // WQEALLOC
    0x08900000, // GLINT_DYN_CTL(0), stride 0x1000
    0x0c000000, // doorbell page
    register_absent, register_absent, register_absent, register_absent, register_absent, register_absent,
    register_absent, register_absent, register_absent, register_absent, register_absent,
}};

// The part of a gen3 BAR with the RDMA registers and the doorbell page.
inline constexpr u32 gen3_rdma_region = 0x0bc00000;
inline constexpr u32 gen3_rdma_region_bytes = 0x401000;

inline constexpr u32 doorbell_page_bytes = 0x1000;

// PFINT_LNKLSTN(0) of gen1, stride 4: outside the table.
inline constexpr u32 gen1_pfint_lnklstn = 0x00035000;

// nullptr: no such generation.
[[nodiscard]] constexpr const RegisterMap *registers_of(u8 hw_rev) {
    switch (hw_rev) {
    case 1:
        return &gen1_registers;
    case 2:
        return &gen2_registers;
    case 3:
    case 4:
        return &gen3_registers;
    default:
        return nullptr;
    }
}

// ---- fields -----------------------------------------------------------------------------------------------------
// Registers have 32 bits; as a layout each is the lower half of one word.

using RegisterLayout = Layout<8>;

struct CqpTail : RegisterLayout {
    HW_FIELD(CqpTail, wq_tail, 0, 10, 0); // index of the last retired WQE + 1
    HW_FIELD(CqpTail, op_error, 0, 31, 31);

    using fields = Fields<wq_tail, op_error>;

    static constexpr u32 tail(u32 value) { return u32(extract<wq_tail>(value)); }
    static constexpr bool error(u32 value) { return extract<op_error>(value) != 0; }
};

struct CqpDb : RegisterLayout {
    HW_FIELD(CqpDb, wq_head, 0, 10, 0); // index behind the last built WQE

    using fields = Fields<wq_head>;

    static constexpr u32 head(u32 value) { return u32(extract<wq_head>(value)); }
};

struct CcqpStatus : RegisterLayout {
    HW_FIELD(CcqpStatus, op_done, 0, 0, 0);
    HW_FIELD(CcqpStatus, op_error, 0, 31, 31);

    using fields = Fields<op_done, op_error>;

    static constexpr bool done(u32 value) { return extract<op_done>(value) != 0; }
    static constexpr bool error(u32 value) { return extract<op_error>(value) != 0; }
};

struct CqpErrCodes : RegisterLayout {
    HW_FIELD(CqpErrCodes, minor_code, 0, 15, 0);
    HW_FIELD(CqpErrCodes, major_code, 0, 31, 16);

    using fields = Fields<minor_code, major_code>;

    static constexpr u32 minor(u32 value) { return u32(extract<minor_code>(value)); }
    static constexpr u32 major(u32 value) { return u32(extract<major_code>(value)); }
    static constexpr u32 value(u16 major, u16 minor) {
        return u32(set<major_code>(major).placed | set<minor_code>(minor).placed);
    }
};

struct GlpciLbarCtrl : RegisterLayout {
    HW_FIELD(GlpciLbarCtrl, pe_db_size, 0, 5, 4); // 1: 4 MiB, 2: 8 MiB

    using fields = Fields<pe_db_size>;

    static constexpr u32 doorbell_size(u32 value) { return u32(extract<pe_db_size>(value)); }
};

inline constexpr u32 pe_cpu_ready = 0x80;

struct DynCtl : RegisterLayout {
    HW_FIELD(DynCtl, intena, 0, 0, 0);
    HW_FIELD(DynCtl, clearpba, 0, 1, 1);
    HW_FIELD(DynCtl, itr_indx, 0, 4, 3);  // 3: no throttle
    HW_FIELD(DynCtl, interval, 0, 16, 5); // 2 us units; gen2, gen3

    using fields = Fields<intena, clearpba, itr_indx, interval>;
};

struct CeqCtl : RegisterLayout {
    HW_FIELD(CeqCtl, msix_indx, 0, 10, 0);
    HW_FIELD(CeqCtl, itr_indx, 0, 12, 11);
    HW_FIELD(CeqCtl, nextq_indx, 0, 26, 16); // gen1
    HW_FIELD(CeqCtl, cause_ena, 0, 30, 30);

    using fields = Fields<msix_indx, itr_indx, nextq_indx, cause_ena>;
};

struct AeqCtl : RegisterLayout {
    HW_FIELD(AeqCtl, msix_indx, 0, 10, 0);
    HW_FIELD(AeqCtl, itr_indx, 0, 12, 11);
    HW_FIELD(AeqCtl, cause_ena, 0, 30, 30);

    using fields = Fields<msix_indx, itr_indx, cause_ena>;
};

struct LnkLst : RegisterLayout { // gen1
    HW_FIELD(LnkLst, firstq_indx, 0, 10, 0);
    HW_FIELD(LnkLst, firstq_type, 0, 12, 11);

    using fields = Fields<firstq_indx, firstq_type>;
};

struct PdInv : RegisterLayout {
    HW_FIELD(PdInv, sd_index, 0, 11, 0);
    HW_FIELD(PdInv, sd_partition, 0, 15, 15);
    HW_FIELD(PdInv, pd_index, 0, 24, 16);

    using fields = Fields<sd_index, sd_partition, pd_index>;
};

// Registers hold values as they are: the device's bus is little-endian, the accessors convert.
template <class Image> [[nodiscard]] HW_INLINE constexpr u32 register_value(const Image &image) {
    return u32(image.template word<0>());
}

} // namespace hw
