// SPDX-License-Identifier: GPL-2.0
//
// The counters of a function: the name users see, and where each generation keeps the counter in the 1024 bytes of a
// gather buffer. gen1 has no gather command: there the driver reads registers into such a buffer.
#pragma once

#include <irdma/stats.h>

#include "hw/field.h"

namespace hw {

// Bits msb:lsb of the word at a byte offset.
struct CounterPlace {
    u16 offset;
    u8 msb;
    u8 lsb;
};

inline constexpr CounterPlace no_counter = {0xffff, 0, 0};

struct Counter {
    irdma_hw_stats_index index;
    const char *name;
    u32 gen1_register; // of instance 0; 32 or 64 bits wide as the counter needs
    CounterPlace gen1;
    CounterPlace gen2;
    CounterPlace gen3;
};

// clang-format off
inline constexpr Counter counters[] = {
    {IRDMA_HW_STAT_INDEX_IP4RXDISCARD, "ip4InDiscards", 0x10600, {24, 31, 0}, {24, 63, 32}, {24, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP4RXTRUNC, "ip4InTruncatedPkts", 0x10700, {32, 31, 0}, {24, 31, 0}, {32, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP4TXNOROUTE, "ip4OutNoRoutes", 0x12e00, {168, 23, 0}, {184, 55, 32}, {200, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP6RXDISCARD, "ip6InDiscards", 0x11200, {72, 31, 0}, {72, 63, 32}, {80, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP6RXTRUNC, "ip6InTruncatedPkts", 0x11300, {80, 31, 0}, {72, 31, 0}, {88, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP6TXNOROUTE, "ip6OutNoRoutes", 0x12f00, {176, 23, 0}, {184, 23, 0}, {208, 63, 0}},
    {IRDMA_HW_STAT_INDEX_TCPRTXSEG, "RetransSegs", 0x13600, {216, 31, 0}, {216, 63, 32}, {216, 63, 0}},
    {IRDMA_HW_STAT_INDEX_TCPRXOPTERR, "InOptErrors", 0x13200, {192, 23, 0}, {200, 55, 32}, {224, 63, 0}},
    {IRDMA_HW_STAT_INDEX_TCPRXPROTOERR, "InProtoErrors", 0x13300, {200, 23, 0}, {200, 23, 0}, {232, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RXVLANERR, "rxVlanErrors", 0x10000, {0, 23, 0}, {0, 55, 32}, {0, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP4RXOCTS, "ip4InOctets", 0x10200, {8, 47, 0}, {8, 47, 0}, {8, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP4RXPKTS, "ip4InPkts", 0x10400, {16, 47, 0}, {16, 47, 0}, {16, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP4RXFRAGS, "ip4InReasmRqd", 0x10800, {40, 47, 0}, {32, 47, 0}, {40, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP4RXMCPKTS, "ip4InMcastPkts", 0x10c00, {48, 47, 0}, {48, 47, 0}, {56, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP4TXOCTS, "ip4OutOctets", 0x11a00, {104, 47, 0}, {104, 47, 0}, {120, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP4TXPKTS, "ip4OutPkts", 0x11c00, {112, 47, 0}, {112, 47, 0}, {128, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP4TXFRAGS, "ip4OutSegRqd", 0x11e00, {120, 47, 0}, {120, 47, 0}, {136, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP4TXMCPKTS, "ip4OutMcastPkts", 0x12200, {128, 47, 0}, {136, 47, 0}, {152, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP6RXOCTS, "ip6InOctets", 0x10e00, {56, 47, 0}, {56, 47, 0}, {64, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP6RXPKTS, "ip6InPkts", 0x11000, {64, 47, 0}, {64, 47, 0}, {72, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP6RXFRAGS, "ip6InReasmRqd", 0x11400, {88, 47, 0}, {80, 47, 0}, {96, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP6RXMCPKTS, "ip6InMcastPkts", 0x11800, {96, 47, 0}, {96, 47, 0}, {112, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP6TXOCTS, "ip6OutOctets", 0x12400, {136, 47, 0}, {144, 47, 0}, {160, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP6TXPKTS, "ip6OutPkts", 0x12600, {144, 47, 0}, {152, 47, 0}, {168, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP6TXFRAGS, "ip6OutSegRqd", 0x12800, {152, 47, 0}, {160, 47, 0}, {176, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP6TXMCPKTS, "ip6OutMcastPkts", 0x12c00, {160, 47, 0}, {176, 47, 0}, {192, 63, 0}},
    {IRDMA_HW_STAT_INDEX_TCPRXSEGS, "InSegs", 0x13000, {184, 47, 0}, {192, 63, 32}, {248, 63, 0}}, // a word has no more: 48 bits from bit 32 on do not exist
    {IRDMA_HW_STAT_INDEX_TCPTXSEG, "OutSegs", 0x13400, {208, 47, 0}, {208, 47, 0}, {240, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RDMARXRDS, "InRdmaReads", 0x13e00, {232, 47, 0}, {248, 47, 0}, {280, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RDMARXSNDS, "InRdmaSends", 0x14000, {240, 47, 0}, {256, 47, 0}, {288, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RDMARXWRS, "InRdmaWrites", 0x13c00, {224, 47, 0}, {240, 47, 0}, {272, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RDMATXRDS, "OutRdmaReads", 0x14400, {256, 47, 0}, {272, 47, 0}, {304, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RDMATXSNDS, "OutRdmaSends", 0x14600, {264, 47, 0}, {280, 47, 0}, {312, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RDMATXWRS, "OutRdmaWrites", 0x14200, {248, 47, 0}, {264, 47, 0}, {296, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RDMAVBND, "RdmaBnd", 0x14800, {272, 47, 0}, {288, 47, 0}, {320, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RDMAVINV, "RdmaInv", 0x14a00, {280, 47, 0}, {296, 47, 0}, {328, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP4RXMCOCTS, "ip4InMcastOctets", 0x10a00, {288, 47, 0}, {40, 47, 0}, {48, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP4TXMCOCTS, "ip4OutMcastOctets", 0x12000, {296, 47, 0}, {128, 47, 0}, {144, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP6RXMCOCTS, "ip6InMcastOctets", 0x11600, {304, 47, 0}, {88, 47, 0}, {104, 63, 0}},
    {IRDMA_HW_STAT_INDEX_IP6TXMCOCTS, "ip6OutMcastOctets", 0x12a00, {312, 47, 0}, {168, 47, 0}, {184, 63, 0}},
    {IRDMA_HW_STAT_INDEX_UDPRXPKTS, "RxUDP", 0x13800, {320, 47, 0}, {224, 47, 0}, {256, 63, 0}},
    {IRDMA_HW_STAT_INDEX_UDPTXPKTS, "TxUDP", 0x13a00, {328, 47, 0}, {232, 47, 0}, {264, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RXNPECNMARKEDPKTS, "RxECNMrkd", 0, no_counter, {304, 55, 0}, {336, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RXRPCNPHANDLED, "cnpHandled", 0, no_counter, {312, 31, 0}, {344, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RXRPCNPIGNORED, "cnpIgnored", 0, no_counter, {312, 55, 32}, {352, 63, 0}},
    {IRDMA_HW_STAT_INDEX_TXNPCNPSENT, "cnpSent", 0, no_counter, {320, 31, 0}, {360, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RNR_SENT, "RNR sent", 0, no_counter, no_counter, {368, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RNR_RCVD, "RNR received", 0, no_counter, no_counter, {376, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RDMAORDLMTCNT, "ord limit count", 0, no_counter, no_counter, {384, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RDMAIRDLMTCNT, "ird limit count", 0, no_counter, no_counter, {392, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RDMARXATS, "Rx atomics", 0, no_counter, no_counter, {408, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RDMATXATS, "Tx atomics", 0, no_counter, no_counter, {416, 63, 0}},
    {IRDMA_HW_STAT_INDEX_NAKSEQERR, "Nak Sequence Error", 0, no_counter, no_counter, {424, 63, 0}},
    {IRDMA_HW_STAT_INDEX_NAKSEQERR_IMPLIED, "Nak Sequence Error Implied", 0, no_counter, no_counter, {432, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RTO, "RTO", 0, no_counter, no_counter, {440, 63, 0}},
    {IRDMA_HW_STAT_INDEX_RXOOOPKTS, "Rcvd Out of order packets", 0, no_counter, no_counter, {448, 63, 0}},
    {IRDMA_HW_STAT_INDEX_ICRCERR, "CRC errors", 0, no_counter, no_counter, {456, 63, 0}},
};
// clang-format on

inline constexpr u32 counter_count = sizeof(counters) / sizeof(counters[0]);

// gen1: counters of at most 32 bits are 32-bit registers; those of the instances lie one behind the other.
[[nodiscard]] constexpr bool is_narrow_counter(u64 counter_max) {
    return counter_max <= 0xffffffff;
}

[[nodiscard]] constexpr u32 counter_register_bytes(u64 counter_max) {
    return is_narrow_counter(counter_max) ? 4 : 8;
}

template <u32 Count> struct CounterMap { irdma_hw_stat_map at[Count]; };

template <u32 Count, CounterPlace Counter::*Place> [[nodiscard]] constexpr CounterMap<Count> counter_map() {
    CounterMap<Count> map = {};

    for (u32 i = 0; i < Count; i++) {
        const CounterPlace place = counters[i].*Place;

        map.at[i] = {place.offset, place.lsb, mask_of(unsigned(place.msb - place.lsb + 1))};
    }
    return map;
}

inline constexpr auto gen1_counters = counter_map<IRDMA_HW_STAT_INDEX_MAX_GEN_1, &Counter::gen1>();
inline constexpr auto gen2_counters = counter_map<IRDMA_HW_STAT_INDEX_MAX_GEN_2, &Counter::gen2>();
inline constexpr auto gen3_counters = counter_map<IRDMA_HW_STAT_INDEX_MAX_GEN_3, &Counter::gen3>();

template <u32 Count> [[nodiscard]] constexpr bool counters_fit(const CounterMap<Count> &map) {
    for (u32 i = 0; i < Count; i++)
        if (counters[i].index != i || map.at[i].byteoff % 8 || map.at[i].byteoff >= IRDMA_GATHER_STATS_BUF_SIZE ||
            (map.at[i].bitmask << map.at[i].bitoff) >> map.at[i].bitoff != map.at[i].bitmask)
            return false;
    return true;
}
static_assert(counter_count == IRDMA_HW_STAT_INDEX_MAX_GEN_3 && counter_count <= IRDMA_MAX_STATS_COUNT);
static_assert(counters_fit(gen1_counters) && counters_fit(gen2_counters) && counters_fit(gen3_counters),
              "a counter lies in one word of the buffer");

} // namespace hw
