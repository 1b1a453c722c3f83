// SPDX-License-Identifier: GPL-2.0
//
// QP contexts and read depths: what the writers do with values that do not fit, and with sections that are missing.
#include "qp.h"

namespace {

class QpContext : public test::QpDevice {
  protected:
    void SetUp() override {
        QpDevice::SetUp();
        ASSERT_EQ(init_qp(), 0);
        host.tcp_info = nullptr;
        host.iwarp_info = nullptr;
    }

    void write_iwarp() { irdma_sc_qp_setctx(&qp, context, &host); }

    void write_roce() {
        host.roce_info = &roce;
        host.udp_info = &udp;
        irdma_sc_qp_setctx_roce(&qp, context, &host);
    }

    irdma_qp_host_ctx_info host = {};
    irdma_tcp_offload_info tcp = {};
    irdma_udp_offload_info udp = {};
    irdma_iwarp_offload_info iwarp = {};
    irdma_roce_offload_info roce = {};
};
FOR_EACH_GENERATION(QpContext);

class Gen1Context : public QpContext {};
INSTANTIATE_TEST_SUITE_P(Hw, Gen1Context, ::testing::Values(1), test::generation_name);
class RoceContext : public QpContext {};
INSTANTIATE_TEST_SUITE_P(Hw, RoceContext, ::testing::Values(2, 3), test::generation_name);
class Gen3Context : public QpContext {};
INSTANTIATE_TEST_SUITE_P(Hw, Gen3Context, ::testing::Values(3), test::generation_name);

class IrdSizes : public ::testing::Test {};

TEST_F(IrdSizes, T02_ADepthBeyondTheLargestIsTheLargest) {
    EXPECT_EQ(irdma_sc_get_encoded_ird_size(128), IRDMA_IRD_HW_SIZE_256);
    EXPECT_EQ(irdma_sc_get_encoded_ird_size(129), IRDMA_IRD_HW_SIZE_256);
    EXPECT_EQ(irdma_sc_get_encoded_ird_size(65535), IRDMA_IRD_HW_SIZE_256);
    EXPECT_EQ(irdma_sc_get_encoded_ird_size_gen_3(2048), IRDMA_IRD_HW_SIZE_4096_GEN3);
    EXPECT_EQ(irdma_sc_get_encoded_ird_size_gen_3(2049), IRDMA_IRD_HW_SIZE_4096_GEN3);
    EXPECT_EQ(irdma_sc_get_encoded_ird_size_gen_3(65535), IRDMA_IRD_HW_SIZE_4096_GEN3);
}

TEST_F(IrdSizes, AnEncodedDepthHoldsTwiceWhatWasAskedFor) {
    for (u32 depth = 1; depth <= 2048; depth++) {
        const u8 code = irdma_sc_get_encoded_ird_size_gen_3(u16(depth));
        ASSERT_GE(irdma_sc_get_decoded_ird_size_gen_3(code), 2 * depth) << depth;
        ASSERT_TRUE(code == 0 || irdma_sc_get_decoded_ird_size_gen_3(u8(code - 1)) < 2 * depth) << depth;
    }
}

TEST_P(RoceContext, T02_TheReadDepthIsAtMostTheDevices) {
    dev.hw_attrs.max_hw_ird = 16;
    roce.ird_size = 100;
    write_roce();
    EXPECT_EQ(GetParam() == 3 ? context_bits(160, 17, 14) : context_bits(160, 18, 16),
              GetParam() == 3 ? irdma_sc_get_encoded_ird_size_gen_3(16) : irdma_sc_get_encoded_ird_size(16));
}

TEST_P(QpContext, T06_APushPageThatDoesNotFitIsNoPushPage) {
    for (u32 page : {1024u, 8191u, 0xfffffffeu}) {
        qp.push_idx = page;
        write_iwarp();
        EXPECT_EQ(context_bits(0, 47, 47), 0u);
        EXPECT_EQ(context_bits(0, 41, 32), 0u);
        EXPECT_TRUE(logged("does not fit"));
        log.clear();
    }
    qp.push_idx = 1023;
    write_iwarp();
    EXPECT_EQ(context_bits(0, 47, 47), 1u);
    EXPECT_EQ(context_bits(0, 41, 32), 1023u);
    EXPECT_TRUE(log.empty());
}

TEST_P(QpContext, T07_AWideValueIsToldAndLeavesItsNeighboursAlone) {
    qp.qs_handle = 0x7ff;
    qp.rq_tph_val = 0;
    qp.ieq_qp = 0;
    write_iwarp();
    EXPECT_TRUE(logged("QP 9"));
    EXPECT_EQ(context_bits(176, 25, 16), 0x3ffu);
    EXPECT_EQ(context_bits(176, 31, 26), 0u);
    EXPECT_EQ(context_bits(176, 15, 0), 0u);
}

TEST_P(Gen3Context, T10_TheRnrTimerIsOneOfTheTwoNotTheirMixture) {
    udp.min_rnr_timer = 0x11;
    udp.rnr_nak_tmr = 0x0e;
    write_roce();
    EXPECT_EQ(context_bits(128, 4, 0), 0x11u);
}

TEST_P(Gen1Context, T12_ANewSourceAddressReplacesTheOldOne) {
    host.tcp_info = &tcp;
    host.tcp_info_valid = true;
    tcp.src_mac_addr_idx = 1;
    write_iwarp();
    EXPECT_EQ(context_bits(24, 21, 16), 1u);
    tcp.src_mac_addr_idx = 2;
    write_iwarp();
    EXPECT_EQ(context_bits(24, 21, 16), 2u);
    EXPECT_EQ(qp.src_mac_addr_idx, 2);
    // Without TCP information the one in use stays.
    host.tcp_info_valid = false;
    write_iwarp();
    EXPECT_EQ(context_bits(24, 21, 16), 2u);
}

TEST_P(QpContext, T19_MissingSectionsAreNotRead) {
    host.tcp_info_valid = true;
    host.iwarp_info_valid = true;
    write_iwarp();
    EXPECT_EQ(context_bits(160, 28, 28), 0u);
    iwarp.rcv_mark_en = true;
    host.iwarp_info = &iwarp;
    qp.pfpdu.rcv_start_seq = 77;
    write_iwarp();
    EXPECT_EQ(context_bits(160, 28, 28), 1u);
    EXPECT_EQ(qp.pfpdu.marker_len, 4u);
    EXPECT_EQ(qp.pfpdu.rcv_start_seq, 77u);
}

TEST_P(QpContext, T24_APriorityThatDoesNotExistIsNotTaken) {
    qp.user_pri = 3;
    host.user_pri = 8;
    write_iwarp();
    EXPECT_EQ(qp.user_pri, 3);
    EXPECT_TRUE(logged("priority 8"));
    host.user_pri = 7;
    write_iwarp();
    EXPECT_EQ(qp.user_pri, 7);
}

TEST_P(QpContext, T28_TheCallersTrafficClassIsNotChanged) {
    host.tcp_info = &tcp;
    host.iwarp_info = &iwarp;
    host.tcp_info_valid = host.iwarp_info_valid = true;
    iwarp.ecn_en = true;
    tcp.tos = 0xfc;
    write_iwarp();
    EXPECT_EQ(tcp.tos, 0xfc);
    if (GetParam() == 2) {
        roce.dctcp_en = true;
        udp.tos = 0x10;
        write_roce();
        EXPECT_EQ(udp.tos, 0x10);
    }
}

TEST_P(QpContext, T29_ASectionLeftOutStaysAsItWas) {
    host.tcp_info = &tcp;
    host.iwarp_info = &iwarp;
    host.tcp_info_valid = host.iwarp_info_valid = true;
    iwarp.ddp_ver = 1;
    iwarp.rdmap_ver = 1;
    iwarp.rtomin = 0x55;
    tcp.ipv4 = true;
    tcp.rexmit_thresh = 0x2a;
    tcp.snd_mss = 1448;
    write_iwarp();
    __le64 both[32];
    std::memcpy(both, context, sizeof(both));
    host.tcp_info_valid = false;
    tcp = {};
    write_iwarp();
    EXPECT_EQ(std::memcmp(both, context, sizeof(both)), 0);
    host.iwarp_info_valid = false;
    host.tcp_info_valid = true;
    write_iwarp();
    EXPECT_EQ(context_bits(0, 1, 0), 1u);
    EXPECT_EQ(context_bits(128, 63, 57), 0x55u);
    EXPECT_EQ(context_bits(128, 53, 48), 0u);
    EXPECT_EQ(context_bits(0, 3, 3), 0u);
}

TEST_P(Gen1Context, ADeviceWithoutRoceWritesNoRoceContext) {
    write_roce();
    for (__le64 word : context)
        EXPECT_EQ(word, 0u);
    EXPECT_TRUE(logged("no RoCE"));
}

} // namespace
