// SPDX-License-Identifier: GPL-2.0
//
// iWARP Terminate: the manual's worked examples, every row of its table, and what it warns of.
#include <gtest/gtest.h>

#include <irdma/ctrl.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "services.h"

namespace {

using test::services;
using Calls = std::vector<std::string>;
using Bytes = std::vector<u8>;

constexpr u32 frame_at = 72;
constexpr u32 segment_at = 126; // behind 14 + 20 + 20 bytes of headers

class Terminate : public ::testing::Test {
  protected:
    void SetUp() override {
        services = {};
        services.term_modify = [this](irdma_sc_qp *, u8 state, u8 term, u8 bytes) {
            calls.push_back("modify " + std::to_string(state) + " " + std::to_string(term) + " " +
                            std::to_string(bytes));
        };
        services.terminate_start_timer = [this](irdma_sc_qp *) { calls.emplace_back("timer"); };
        services.terminate_done = [this](irdma_sc_qp *, int) { calls.emplace_back("done"); };
        qp.q2_buf = q2.get();
        put_frame({0x00, 0x64, 0x41, 0x41, 0x03, 0x0a, 0x11, 0x18});
    }
    void TearDown() override { services = {}; }

    // Ethernet, IPv4 and TCP headers without options, then the segment, continued by 7 more each.
    void put_frame(const Bytes &segment) {
        std::memset(q2.get(), 0, IRDMA_Q2_BUF_SIZE);
        for (u8 i = 0; i < 14; i++)
            q2[frame_at + i] = u8(i + 1);
        q2[frame_at + 14] = 0x45;
        q2[frame_at + 34 + 12] = 0x50;
        put_segment(segment_at, segment);
        info.q2_data_written = 1;
    }

    void put_segment(u32 at, const Bytes &segment) {
        u8 next = 0;

        for (u32 i = 0; at + i < IRDMA_Q2_BUF_SIZE; i++) {
            q2[at + i] = i < segment.size() ? segment[i] : next;
            next = u8(q2[at + i] + 7);
        }
    }

    // A good message: untagged and last, RDMAP 1 and opcode 7, queue 2, number 1, offset 0; then layer and type.
    static Bytes message(u8 layer_etype) {
        return {0, 22, 0x41, 0x47, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, layer_etype, 0, 0, 0};
    }

    int build(u16 ae_id) {
        info.ae_id = ae_id;
        return irdma_bld_terminate_hdr(&qp, &info);
    }

    [[nodiscard]] Bytes sent(int length) const { return {q2.get(), q2.get() + length}; }

    std::unique_ptr<u8[]> q2 = std::make_unique<u8[]>(IRDMA_Q2_BUF_SIZE); // watched by the address sanitizer
    irdma_sc_qp qp = {};
    irdma_aeqe_info info = {};
    Calls calls;
};

TEST_F(Terminate, WorkedExampleOfATaggedSegment) {
    put_frame({0x00, 0x64, 0xc1, 0x40, 0x03, 0x0a, 0x11, 0x18});
    info.rq = true;
    const int length = build(0x0304);
    ASSERT_EQ(length, 20);
    EXPECT_EQ(sent(length), (Bytes{0x11, 0x04, 0xc0, 0x00, 0x00, 0x64, 0xc1, 0x40, 0x03, 0x0a,
                                   0x11, 0x18, 0x1f, 0x26, 0x2d, 0x34, 0x3b, 0x42, 0x49, 0x50}));
    EXPECT_EQ(qp.flush_code, FLUSH_GENERAL_ERR);
    EXPECT_EQ(qp.event_type, IRDMA_QP_EVENT_CATASTROPHIC);
    EXPECT_FALSE(qp.sq_flush_code);
    EXPECT_TRUE(qp.rq_flush_code);
}

TEST_F(Terminate, WorkedExampleOfAReadRequest) {
    info.sq = info.rq = true;
    const int length = build(0x0303);
    ASSERT_EQ(length, 52);
    Bytes expected = {0x12, 0x05, 0xe0, 0x00, 0x00, 0x64, 0x41, 0x41, 0x03};
    while (expected.size() < 52)
        expected.push_back(u8(expected.back() + 7));
    EXPECT_EQ(sent(length), expected);
    EXPECT_EQ(expected.back(), 0x30) << "as the manual's last byte";
    EXPECT_EQ(qp.flush_code, FLUSH_LOC_LEN_ERR);
    EXPECT_EQ(qp.event_type, IRDMA_QP_EVENT_ACCESS_ERR);
    EXPECT_TRUE(qp.sq_flush_code && qp.rq_flush_code);
}

struct Row {
    u16 ae_id;
    char segment; // '-' no frame, 'W' write, 'I' send with invalidate, 'S' send, 'T' tagged read response
    u8 layer_etype, code;
    irdma_flush_opcode flush;
    char event;
};

// The manual's table, each condition of it.
constexpr Row table[] = {
    {0x0102, 'W', 0x11, 0x00, FLUSH_PROT_ERR, 'A'},       {0x0102, 'S', 0x01, 0x00, FLUSH_REM_ACCESS_ERR, 'A'},
    {0x0102, '-', 0x01, 0x00, FLUSH_REM_ACCESS_ERR, 'A'}, {0x0103, 'W', 0x01, 0x00, FLUSH_REM_ACCESS_ERR, 'A'},
    {0x0104, 'S', 0x12, 0x01, FLUSH_LOC_QP_OP_ERR, 'F'},  {0x0105, 'W', 0x11, 0x02, FLUSH_PROT_ERR, 'F'},
    {0x0105, 'I', 0x01, 0x09, FLUSH_REM_ACCESS_ERR, 'F'}, {0x0105, 'S', 0x01, 0x03, FLUSH_REM_ACCESS_ERR, 'F'},
    {0x0105, '-', 0x01, 0x03, FLUSH_REM_ACCESS_ERR, 'F'}, {0x0106, 'I', 0x02, 0x09, FLUSH_REM_OP_ERR, 'A'},
    {0x0106, 'S', 0x02, 0x00, FLUSH_REM_ACCESS_ERR, 'A'}, {0x0107, 'I', 0x02, 0x09, FLUSH_REM_OP_ERR, 'A'},
    {0x0107, '-', 0x02, 0x00, FLUSH_REM_ACCESS_ERR, 'A'}, {0x0108, 'S', 0x11, 0x01, FLUSH_PROT_ERR, 'A'},
    {0x0108, '-', 0x01, 0x01, FLUSH_REM_ACCESS_ERR, 'A'}, {0x0109, 'S', 0x01, 0x02, FLUSH_REM_ACCESS_ERR, 'A'},
    {0x010a, 'S', 0x01, 0x04, FLUSH_REM_ACCESS_ERR, 'A'}, {0x0112, 'S', 0x01, 0x02, FLUSH_REM_ACCESS_ERR, 'A'},
    {0x011c, 'S', 0x01, 0x02, FLUSH_REM_ACCESS_ERR, 'A'}, {0x0301, 'S', 0x12, 0x03, FLUSH_GENERAL_ERR, 'F'},
    {0x0303, 'S', 0x12, 0x05, FLUSH_LOC_LEN_ERR, 'A'},    {0x0304, 'T', 0x11, 0x04, FLUSH_GENERAL_ERR, 'F'},
    {0x0304, 'S', 0x12, 0x06, FLUSH_GENERAL_ERR, 'F'},    {0x0304, '-', 0x12, 0x06, FLUSH_GENERAL_ERR, 'F'},
    {0x0305, 'S', 0x12, 0x04, FLUSH_GENERAL_ERR, 'F'},    {0x0306, 'S', 0x12, 0x02, FLUSH_REM_OP_ERR, 'F'},
    {0x0307, 'S', 0x12, 0x01, FLUSH_GENERAL_ERR, 'F'},    {0x0308, 'S', 0x10, 0x00, FLUSH_FATAL_ERR, 'F'},
    {0x0311, 'S', 0x02, 0x05, FLUSH_GENERAL_ERR, 'F'},    {0x0505, 'S', 0x23, 0x02, FLUSH_GENERAL_ERR, 'F'},
    {0x0507, 'S', 0x10, 0x00, FLUSH_LOC_LEN_ERR, 'F'},    {0x0700, 'S', 0x10, 0x00, FLUSH_FATAL_ERR, 'F'},
    {0x0999, 'S', 0x02, 0xff, FLUSH_FATAL_ERR, 'F'},      {0x0000, '-', 0x02, 0xff, FLUSH_FATAL_ERR, 'F'},
};

TEST_F(Terminate, EveryRowOfTheTable) {
    for (const Row &row : table) {
        const u8 control = row.segment == 'T' || row.segment == 'W' ? 0xc1 : 0x41;
        const u8 opcode = row.segment == 'W' ? 0x40 : row.segment == 'I' ? 0x44 : row.segment == 'T' ? 0x42 : 0x43;

        put_frame({0x00, 0x64, control, opcode});
        info.q2_data_written = row.segment != '-';
        const int length = build(row.ae_id);
        EXPECT_EQ(length, row.segment == '-' ? 4 : control == 0xc1 ? 20 : 24);
        EXPECT_EQ(q2[0], row.layer_etype) << std::hex << row.ae_id << row.segment;
        EXPECT_EQ(q2[1], row.code) << std::hex << row.ae_id << row.segment;
        EXPECT_EQ(q2[2], row.segment == '-' ? 0 : 0xc0);
        EXPECT_EQ(q2[3], 0);
        EXPECT_EQ(qp.flush_code, row.flush) << std::hex << row.ae_id << row.segment;
        EXPECT_EQ(qp.event_type, row.event == 'A' ? IRDMA_QP_EVENT_ACCESS_ERR : IRDMA_QP_EVENT_CATASTROPHIC);
    }
}

// What the manual doubts (from memory of the RFCs) stays on the wire as it always was, until somebody has looked.
TEST_F(Terminate, TrapsT11ToT15KeepTheirBytesUntilTheRfcWasConsulted) {
    build(0x0106);
    EXPECT_EQ(q2[0], 0x02) << "T11: remote operation, with the code of a protection error";
    build(0x0505);
    EXPECT_EQ(q2[0], 0x23) << "T12: MPA, with DDP's type";
    for (u16 ae_id : {0x0312, 0x0313, 0x0314, 0x0504}) {
        build(ae_id);
        EXPECT_EQ(q2[1], 0xff) << "T13: unspecified";
    }
    put_frame({0x00, 0x64, 0x41, 0x41});
    build(0x0108);
    EXPECT_EQ(q2[0], 0x11) << "T14: tagged buffer, for an untagged read request";
    build(0x0104);
    EXPECT_EQ(qp.event_type, IRDMA_QP_EVENT_CATASTROPHIC) << "T15";
}

TEST_F(Terminate, ShortSegmentsAreQuotedAsFarAsTheyGo) {
    struct {
        u8 length, control, opcode;
        int message;
        u8 flags;
    } const cases[] = {{0, 0x41, 0x43, 4, 0x00},   {1, 0xc1, 0x40, 6, 0x80},   {13, 0xc1, 0x40, 6, 0x80},
                       {14, 0xc1, 0x40, 20, 0xc0}, {17, 0x41, 0x43, 6, 0x80},  {18, 0x41, 0x43, 24, 0xc0},
                       {45, 0x41, 0x41, 24, 0xc0}, {46, 0x41, 0x41, 52, 0xe0}, {46, 0x41, 0x43, 24, 0xc0}};

    for (const auto &c : cases) {
        put_frame({0, c.length, c.control, c.opcode});
        EXPECT_EQ(build(0x0700), c.message) << int(c.length);
        EXPECT_EQ(q2[2], c.flags) << int(c.length);
    }
}

TEST_F(Terminate, TrapT10TheRoomOfTheMessageIsClearedAndTheFrameStays) {
    std::memset(q2.get(), 0xee, frame_at);
    const Bytes frame(q2.get() + frame_at, q2.get() + IRDMA_Q2_BUF_SIZE);
    const int length = build(0x0303);

    for (u32 i = u32(length); i < frame_at; i++)
        EXPECT_EQ(q2[i], 0) << i;
    EXPECT_EQ(frame, Bytes(q2.get() + frame_at, q2.get() + IRDMA_Q2_BUF_SIZE));
}

TEST_F(Terminate, TrapT4AnIpv6FrameIsQuotedFromItsSegment) {
    std::memset(q2.get() + frame_at + 14, 0, 60);
    q2[frame_at + 14] = 0x6f; // the low half is the traffic class
    q2[frame_at + 14 + 6] = 6;
    q2[frame_at + 14 + 40 + 12] = 0x50;
    put_segment(frame_at + 74, {0x00, 0x64, 0xc1, 0x40});
    ASSERT_EQ(build(0x0304), 20);
    EXPECT_EQ(q2[6], 0xc1);
    EXPECT_EQ(q2[7], 0x40);
}

TEST_F(Terminate, TrapT4AVlanTagIsSkipped) {
    q2[frame_at + 12] = 0x81;
    q2[frame_at + 13] = 0x00;
    std::memmove(q2.get() + frame_at + 18, q2.get() + frame_at + 14, 60);
    q2[frame_at + 14] = 0;
    ASSERT_EQ(build(0x0303), 52);
    EXPECT_EQ(q2[6], 0x41);
}

TEST_F(Terminate, TrapT4WhatIsNoIpIsNotQuoted) {
    q2[frame_at + 14] = 0x15;
    EXPECT_EQ(build(0x0108), 4);
    EXPECT_EQ(q2[0], 0x01) << "as without a frame";
    q2[frame_at + 14] = 0x60;
    q2[frame_at + 14 + 6] = 17;
    EXPECT_EQ(build(0x0108), 4) << "UDP";
}

TEST_F(Terminate, TrapT5HeadersThatAreTooShortAreNotBelieved) {
    q2[frame_at + 14] = 0x44;
    EXPECT_EQ(build(0x0303), 4);
    q2[frame_at + 14] = 0x45;
    q2[frame_at + 46] = 0x40;
    EXPECT_EQ(build(0x0303), 4);
}

// The longest headers there are: 18 + 60 + 60 bytes, the copy would end 2 bytes behind Q2.
TEST_F(Terminate, TrapT5NothingBehindQ2IsQuoted) {
    q2[frame_at + 12] = 0x81;
    q2[frame_at + 13] = 0x00;
    q2[frame_at + 18] = 0x4f;
    q2[frame_at + 18 + 60 + 12] = 0xf0;
    put_segment(frame_at + 138, {0x00, 0x64, 0x41, 0x41});
    EXPECT_EQ(build(0x0303), 4);
    EXPECT_EQ(q2[2], 0);
    put_segment(frame_at + 138, {0x00, 0x64, 0xc1, 0x40});
    EXPECT_EQ(build(0x0303), 20) << "a shorter quotation fits";
}

TEST_F(Terminate, TrapT6FieldsAtOddAddressesAreReadByteByByte) {
    // segment_at is 2 modulo 4; one byte further it is odd, which the undefined-behaviour sanitizer would report.
    EXPECT_EQ(irdma_locate_mpa(q2.get() + frame_at), q2.get() + segment_at);
    std::memmove(q2.get() + 2, q2.get() + segment_at, 60);
    irdma_terminate_hdr hdr = {};
    int copy_len = 0;
    u8 tagged = 0;
    irdma_bld_termhdr_ddp_rdma(q2.get() + 1, &hdr, &copy_len, &tagged);
    EXPECT_EQ(copy_len, 0) << "length 0";
}

TEST_F(Terminate, AMessageIsSentOnceWithTheTimerRunning) {
    info.ae_id = 0x0303;
    irdma_terminate_connection(&qp, &info);
    irdma_terminate_connection(&qp, &info);
    EXPECT_EQ(calls, (Calls{"timer", "modify 5 1 52"}));
    EXPECT_EQ(qp.term_flags, IRDMA_TERM_SENT);
}

TEST_F(Terminate, AFinIsSentWithoutAMessage) {
    irdma_terminate_send_fin(&qp);
    EXPECT_EQ(calls, Calls{"modify 5 2 0"});
    EXPECT_EQ(qp.term_flags, 0);
}

// IRDMAQP_TERM_SEND_* are bits here: 1 sends the message, 2 the FIN.
TEST_F(Terminate, TrapT19OnlyTheTwoUnambiguousValuesArePassed) {
    irdma_terminate_send_fin(&qp);
    irdma_terminate_connection(&qp, &info);
    EXPECT_EQ(calls.front(), "modify 5 2 0");
    EXPECT_EQ(calls.back().substr(0, 11), "modify 5 1 ");
}

TEST_F(Terminate, TrapT8OtherFlagsSurvive) {
    qp.term_flags = IRDMA_TERM_RCVD | IRDMA_TERM_DONE;
    irdma_terminate_connection(&qp, &info);
    EXPECT_EQ(qp.term_flags, IRDMA_TERM_SENT | IRDMA_TERM_RCVD | IRDMA_TERM_DONE);
}

class TerminateReceived : public Terminate {
  protected:
    Calls receive() {
        calls.clear();
        info.ae_id = 0x0509;
        qp.term_flags = 0;
        irdma_terminate_received(&qp, &info);
        return calls;
    }
};

TEST_F(TerminateReceived, AnRdmapErrorEndsAtOnce) {
    for (u8 layer : {0x01, 0x02}) {
        put_frame(message(layer));
        EXPECT_EQ(receive(), Calls{"done"});
        EXPECT_EQ(qp.term_flags, IRDMA_TERM_RCVD);
        EXPECT_EQ(qp.event_type, IRDMA_QP_EVENT_CATASTROPHIC);
    }
}

TEST_F(TerminateReceived, OtherErrorsAreAnsweredWithAFin) {
    for (u8 layer : {0x00, 0x03, 0x10, 0x11, 0x12, 0x20}) {
        put_frame(message(layer));
        EXPECT_EQ(receive(), (Calls{"timer", "modify 5 2 0"})) << int(layer);
    }
}

TEST_F(TerminateReceived, TrapT7TheEventTellsWhatWasWrong) {
    put_frame(message(1));
    receive();
    EXPECT_EQ(info.ae_id, 0u) << "nothing";
}

TEST_F(TerminateReceived, TrapT17EachFaultHasItsEvent) {
    struct {
        u32 at;
        u8 value;
        u16 ae_id;
    } const faults[] = {
        {2, 0xc1, 0x0700}, {2, 0x01, 0x0700}, {2, 0x42, 0x0304}, {8, 1, 0x0307},    {11, 3, 0x0307},   {12, 1, 0x0301},
        {15, 2, 0x0301},   {16, 1, 0x0305},   {19, 1, 0x0305},   {3, 0x87, 0x0311}, {3, 0x43, 0x0312}, {1, 21, 0x0507},
    };

    for (const auto &fault : faults) {
        Bytes bad = message(1);

        bad[fault.at] = fault.value;
        put_frame(bad);
        EXPECT_EQ(receive()[0], "timer");
        EXPECT_EQ(calls.back().substr(0, 11), "modify 5 1 ");
        EXPECT_EQ(info.ae_id, fault.ae_id) << fault.at;
        EXPECT_EQ(qp.term_flags, IRDMA_TERM_SENT);
    }
}

TEST_F(TerminateReceived, TrapT3WithoutAFrameOldBytesAreNotJudged) {
    put_frame(message(1));
    info.q2_data_written = 0;
    EXPECT_EQ(receive(), (Calls{"timer", "modify 5 2 0"}));
    EXPECT_EQ(info.ae_id, 0x0509);
    EXPECT_EQ(qp.term_flags, IRDMA_TERM_RCVD);
}

TEST_F(TerminateReceived, TrapT16TheFlushTellsOfTheRemoteError) {
    put_frame(message(1));
    qp.flush_code = FLUSH_LOC_LEN_ERR;
    receive();
    EXPECT_EQ(qp.flush_code, FLUSH_REM_OP_ERR);
}

// A message crossing ours: the timer is started again. The service leaves one that runs alone (T1).
TEST_F(TerminateReceived, TrapT1ACrossingMessageIsAcceptedOnce) {
    put_frame(message(0x11));
    info.ae_id = 0x0700;
    irdma_terminate_connection(&qp, &info);
    calls.clear();
    info.ae_id = 0x0509;
    irdma_terminate_received(&qp, &info);
    EXPECT_EQ(qp.term_flags, IRDMA_TERM_SENT | IRDMA_TERM_RCVD);
    EXPECT_EQ(calls, (Calls{"timer", "modify 5 2 0"}));
}

} // namespace
