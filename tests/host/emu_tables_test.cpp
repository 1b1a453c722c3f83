// SPDX-License-Identifier: GPL-2.0
//
// The emulated device: memory keys, address tables, scheduler nodes; sizes of the tables.

#include "emu_bench.h"

using namespace bench;

namespace {

constexpr u64 good_mac = 0x025056ab1234ull;
constexpr u64 group_mac = 0x015056ab1234ull;

class EmuTables : public Emu {
  protected:
    void SetUp() override {
        Emu::SetUp();
        bring_up();
    }

    // Counts of the FPM dialogue, by byte offset of their words.
    void commit(std::initializer_list<std::pair<u64, u64>> counts) {
        Wqe w = wqe(0x21, 208);
        w[4] = buffer;
        for (u64 at = 0; at < 208; at += 8)
            bus.set_word(buffer + at, 0);
        for (auto [at, count] : counts)
            bus.set_word(buffer + at, count);
        ASSERT_EQ(execute(w), ok);
    }
};

// ---- memory keys --------------------------------------------------------------------------------------------------

constexpr u64 is_mr = 1ull << 43;
constexpr u64 remote = 1ull << 53;
constexpr u64 va_based = 1ull << 59;
constexpr u64 rights(u64 r) {
    return r << 48;
}

class EmuStags : public EmuTables {
  protected:
    u64 pd_shift() const { return generation == 1 ? 48 : 46; }
    Wqe alloc(u64 index, u64 pd = 5, u64 more = 0) {
        Wqe w = wqe(0x09, is_mr | more);
        w[1] = 0x10000 | pd << pd_shift();
        w[2] = index << 8;
        return w;
    }
    Wqe register_mr(u64 index, u64 key, u64 pd = 5, u64 more = 0) {
        Wqe w = alloc(index, pd, more);
        w[3] = (w[3] & ~(0x3full << 32)) | 0x0aull << 32;
        w[2] |= key;
        w[4] = buffer;
        return w;
    }
    Wqe window(u64 index, u64 pd = 5, bool type_1 = false) {
        Wqe w = wqe(0x09, u64(type_1) << 42);
        w[1] = pd << pd_shift();
        w[2] = index << 8;
        return w;
    }
    Wqe dealloc(u64 index, u64 pd = 5, bool mr = true) {
        Wqe w = wqe(0x0d, mr ? is_mr : 0);
        w[1] = pd << pd_shift();
        w[2] = index << 8;
        return w;
    }
    static u32 stag(u32 index, u32 key) { return index << 8 | key; }
};

TEST_P(EmuStags, Life) {
    EXPECT_EQ(execute(dealloc(9)), unknown_id);
    EXPECT_EQ(irdma_emu_stag_status(emu, stag(9, 0x42), 5), 0x0102);
    EXPECT_EQ(execute(alloc(9)), ok);
    EXPECT_EQ(irdma_emu_stag_status(emu, stag(9, 0), 5), 0x0103); // not registered
    EXPECT_EQ(execute(alloc(9)), id_in_use);
    EXPECT_EQ(execute(register_mr(9, 0x42)), id_in_use);
    EXPECT_EQ(execute(window(9)), id_in_use);
    EXPECT_EQ(execute(dealloc(9)), ok);
    EXPECT_EQ(execute(dealloc(9)), unknown_id);
    EXPECT_EQ(execute(register_mr(9, 0x42)), ok);
    EXPECT_EQ(irdma_emu_stag_status(emu, stag(9, 0x42), 5), 0);
    EXPECT_EQ(irdma_emu_stag_status(emu, stag(9, 0x43), 5), 0x0106);
    EXPECT_EQ(irdma_emu_stag_status(emu, stag(9, 0x42), 6), 0x0105);
    EXPECT_EQ(irdma_emu_stag_status(emu, stag(4096, 0x42), 5), 0x0107);
    EXPECT_EQ(irdma_emu_count(emu, IRDMA_EMU_STAG), 1u);
    EXPECT_EQ(execute(dealloc(9)), ok);
    EXPECT_EQ(irdma_emu_stag_status(emu, stag(9, 0x42), 5), 0x0102);
    EXPECT_EQ(irdma_emu_count(emu, IRDMA_EMU_STAG), 0u);
}

// The driver marks its keys with random bits above the index; 14 bits at least are index.
TEST_P(EmuStags, DriverBitsAreCompared) {
    const u64 marked = 0x2a5ull << 14 | 9;
    EXPECT_EQ(execute(register_mr(marked, 0x42)), ok);
    EXPECT_TRUE(irdma_emu_exists(emu, IRDMA_EMU_STAG, u32(marked)));
    EXPECT_TRUE(irdma_emu_exists(emu, IRDMA_EMU_STAG, 9));
    EXPECT_EQ(execute(alloc(9)), id_in_use);
    EXPECT_EQ(execute(dealloc(9)), key_mismatch);
    EXPECT_EQ(execute(dealloc(marked ^ 1ull << 23)), key_mismatch);
    EXPECT_EQ(irdma_emu_stag_status(emu, stag(9, 0x42), 5), 0x0106);
    EXPECT_EQ(irdma_emu_stag_status(emu, stag(u32(marked), 0x42), 5), 0);
    EXPECT_EQ(execute(dealloc(marked)), ok);
    EXPECT_EQ(irdma_emu_refused(emu, IRDMA_EMU_KEY_MISMATCH), 2u);
    EXPECT_EQ(counters().violations, 2u);
}

TEST_P(EmuStags, DeallocChecksPdAndKind) {
    ASSERT_EQ(execute(register_mr(9, 0x42)), ok);
    ASSERT_EQ(execute(window(10)), ok);
    EXPECT_EQ(execute(dealloc(9, 6)), wrong_pd);
    EXPECT_EQ(execute(dealloc(9, 5, false)), bad_value);
    EXPECT_EQ(execute(dealloc(10)), bad_value);
    Wqe w = dealloc(9);
    w[2] |= 0x42; // the key is no part of the command
    EXPECT_EQ(execute(w), reserved_bits);
    EXPECT_EQ(irdma_emu_count(emu, IRDMA_EMU_STAG), 2u);
    EXPECT_EQ(execute(dealloc(9)), ok);
    EXPECT_EQ(execute(dealloc(10, 5, false)), ok);
}

TEST_P(EmuStags, Refusals) {
    const Wqe good = alloc(9);
    const u64 leaf = 1ull << 44;
    const u32 gigabyte = generation == 1 ? bad_value : ok;
    expect_refused(good,
                   {
                       {"index", 2, 4096 << 8, unknown_id},
                       {"longer than any region", 1, (good[1] & ~0x3fffffffffffull) | ((1ull << 45) + 1), bad_value},
                       {"PD of 19 bits", 2, good[2] | 1ull << 54, generation == 3 ? ok : bad_value},
                   });
    if (generation == 3) {
        ASSERT_EQ(execute(dealloc(9, 5)), wrong_pd);
        Wqe w = dealloc(9);
        w[2] |= 1ull << 54;
        ASSERT_EQ(execute(w), ok);
    }
    expect_refused(good, {
                             {"list never used", 3, good[3] | 2 * leaf, bad_value},
                             {"list without being one", 6, 1, bad_value},
                             {"page size", 3, good[3] | 3ull << 46, bad_value},
                             {"remote read without local", 3, good[3] | rights(4), bad_value},
                             {"remote write without local", 3, good[3] | rights(9), bad_value},
                             {"1 GiB", 3, good[3] | 2ull << 46, gigabyte},
                         });
    EXPECT_EQ(irdma_emu_count(emu, IRDMA_EMU_STAG), gigabyte == ok ? 1u : 0u);
}

TEST_P(EmuStags, RegistrationRefusals) {
    const Wqe good = register_mr(9, 0x42);
    expect_refused(good, {
                             {"no MR", 3, good[3] & ~is_mr, bad_value},
                             {"address not aligned", 4, buffer + 0x800, bad_alignment},
                             {"address not aligned to 2 MiB", 3, good[3] | 1ull << 46, bad_alignment},
                             {"list with an address", 3, good[3] | 1ull << 44, bad_value},
                             {"offset behind the page", 0, 4096, bad_value},
                             {"remote rights, no remote access", 3, good[3] | rights(5), bad_value},
                         });
    Wqe w = register_mr(9, 0x42, 5, va_based);
    w[0] = ~0ull - 0xfffe; // wraps
    EXPECT_EQ(execute(w), bad_value);
    w[0]--; // ends with the address space
    EXPECT_EQ(execute(w), ok);
    EXPECT_EQ(execute(register_mr(10, 1, 5, rights(5) | remote)), ok);
    w = register_mr(11, 1, 5, rights(1)); // all memory
    w[1] &= ~0x3fffffffffffull;
    w[4] = 0;
    EXPECT_EQ(execute(w), ok);
    EXPECT_EQ(irdma_emu_count(emu, IRDMA_EMU_STAG), 3u);
}

TEST_P(EmuStags, ListsStayInsideTheCommittedEntries) {
    commit({{0, 64}, {8, 64}, {48, 100}, {112, 1000}});
    Wqe w = register_mr(9, 0x42, 5, 1ull << 44);
    w[4] = 0;
    w[6] = 1000;
    EXPECT_EQ(execute(w), bad_value);
    w[6] = 999;
    EXPECT_EQ(execute(w), ok);
    EXPECT_EQ(execute(alloc(99)), ok);
    EXPECT_EQ(execute(alloc(100)), unknown_id);
}

TEST_P(EmuStags, RegionWithBoundWindowsStays) {
    put_qp_context();
    if (generation == 3)
        bus.set_word(qp_context + 208, 5);
    else
        bus.set_word(qp_context + 56, 5ull << 48);
    ASSERT_EQ(execute(create_qp(7)), ok);
    ASSERT_EQ(execute(register_mr(9, 0x42, 5, rights(0x11))), ok);
    ASSERT_EQ(execute(register_mr(12, 0x42)), ok);
    ASSERT_EQ(execute(register_mr(13, 0x42, 6, rights(0x11))), ok);
    ASSERT_EQ(execute(alloc(14)), ok);
    ASSERT_EQ(execute(window(10)), ok);
    ASSERT_EQ(execute(window(11, 5, true)), ok);
    ASSERT_EQ(execute(window(15, 6)), ok);
    const u32 mr = stag(9, 0x42), mw2 = stag(10, 1), mw1 = stag(11, 1);

    EXPECT_EQ(irdma_emu_bind_window(emu, 8, mw2, mr), 0x011b);             // no such QP
    EXPECT_EQ(irdma_emu_bind_window(emu, 7, mr, mr), 0x0115);              // no window
    EXPECT_EQ(irdma_emu_bind_window(emu, 7, stag(20, 1), mr), 0x0102);     // nothing
    EXPECT_EQ(irdma_emu_bind_window(emu, 7, stag(15, 1), mr), 0x0105);     // window of another PD
    EXPECT_EQ(irdma_emu_bind_window(emu, 7, mw2, mw1), 0x0117);            // to a window
    EXPECT_EQ(irdma_emu_bind_window(emu, 7, mw2, stag(12, 0x42)), 0x011b); // without the right
    EXPECT_EQ(irdma_emu_bind_window(emu, 7, mw2, stag(13, 0x42)), 0x0105); // region of another PD
    EXPECT_EQ(irdma_emu_bind_window(emu, 7, mw2, stag(14, 0)), 0x011a);    // not registered
    EXPECT_EQ(irdma_emu_bind_window(emu, 7, mw2, stag(9, 0x43)), 0x0106);  // key
    EXPECT_EQ(irdma_emu_bind_window(emu, 7, mw2, stag(4096, 0x43)), 0x0107);
    EXPECT_EQ(irdma_emu_bind_window(emu, 7, mw2, mr), 0);
    EXPECT_EQ(irdma_emu_bind_window(emu, 7, mw2, mr), 0x0114);
    EXPECT_EQ(irdma_emu_bind_window(emu, 7, mw1, mr), 0);
    EXPECT_EQ(irdma_emu_stag_status(emu, mw2, 5), 0);

    EXPECT_EQ(execute(dealloc(9)), in_use);
    EXPECT_EQ(execute(destroy_qp(7)), in_use); // through the window of type 2
    EXPECT_EQ(execute(dealloc(10, 5, false)), ok);
    EXPECT_EQ(execute(destroy_qp(7)), ok);
    EXPECT_EQ(execute(dealloc(9)), in_use);
    EXPECT_EQ(execute(dealloc(11, 5, false)), ok);
    EXPECT_EQ(execute(dealloc(9)), ok);
}

TEST_P(EmuStags, QpMayLeaveItsWindowsBound) {
    const Wqe mr_of_pd_0 = register_mr(9, 0x42, 0, rights(0x11));
    ASSERT_EQ(execute(create_qp(7)), ok);
    ASSERT_EQ(execute(mr_of_pd_0), ok);
    ASSERT_EQ(execute(window(10, 0)), ok);
    ASSERT_EQ(irdma_emu_bind_window(emu, 7, stag(10, 1), stag(9, 0x42)), 0);
    EXPECT_EQ(execute(destroy_qp(7)), in_use);
    Wqe w = destroy_qp(7);
    w[3] |= 1ull << 54;
    EXPECT_EQ(execute(w), ok);
    // A new QP of this number has nothing to do with the window.
    ASSERT_EQ(execute(create_qp(7)), ok);
    EXPECT_EQ(execute(destroy_qp(7)), ok);
    EXPECT_EQ(execute(dealloc(9, 0)), in_use);
    EXPECT_EQ(execute(dealloc(10, 0, false)), ok);
    EXPECT_EQ(execute(dealloc(9, 0)), ok);
}

TEST_P(EmuStags, Dump) {
    ASSERT_EQ(execute(create_qp(7)), ok);
    ASSERT_EQ(execute(register_mr(0x2a5ull << 14 | 9, 0x42, 0, rights(0x1f) | remote)), ok);
    Wqe listed = alloc(10, 5, 3ull << 44 | 1ull << 46 | rights(3));
    listed[6] = 77;
    ASSERT_EQ(execute(listed), ok);
    Wqe all = register_mr(11, 1, 0, rights(1) | va_based);
    all[1] &= ~0x3fffffffffffull;
    ASSERT_EQ(execute(all), ok);
    ASSERT_EQ(execute(window(12, 0)), ok);
    ASSERT_EQ(execute(window(13, 0, true)), ok);
    ASSERT_EQ(irdma_emu_bind_window(emu, 7, stag(12, 0xab), stag(0x2a5u << 14 | 9, 0x42)), 0);
    EXPECT_EQ(
        dump(IRDMA_EMU_TABLE_STAG),
        "index    name      key   kind  state      pd      rights  page  list  first    windows  length          "
        "address\n"
        "9        0xa94009  0x42  mr    valid      0       rwRWb   4K    no    -        1        65536           0x0\n"
        "10       0x00000a  0x00  mr    allocated  5       rw---   2M    2     77       0        65536           -\n"
        "11       0x00000b  0x01  mr    valid      0       r----   4K    no    -        0        all memory      0x0\n"
        "12       0x00000c  0xab  mw2   bound      0       -       -     -     -        -        -               in 9, "
        "qp 7\n"
        "13       0x00000d  0x00  mw1   allocated  0       -       -     -     -        -        -               -\n"
        "memory keys: 5\n");
}

INSTANTIATE_TEST_SUITE_P(Generations, EmuStags, ::testing::Values(1, 2, 3), generation_name);

// ---- ARP and local MAC addresses ----------------------------------------------------------------------------------

class EmuMacs : public EmuTables {
  protected:
    static Wqe arp(u64 index, u64 mac, u64 more = 0) {
        Wqe w = wqe(0x0f, index | 1ull << 42 | more);
        w[2] = mac;
        return w;
    }
    static Wqe no_arp(u64 index, u64 more = 0) { return wqe(0x0f, index | more); }
    static Wqe mac(u64 index, u64 address) {
        Wqe w = wqe(0x0e, index);
        w[4] = address;
        return w;
    }
};

TEST_P(EmuMacs, ArpEntries) {
    const u64 query = 1ull << 44, permanent = 1ull << 43;
    EXPECT_EQ(execute(no_arp(12)), no_entry);
    EXPECT_EQ(execute(no_arp(12, query)), no_entry);
    EXPECT_EQ(execute(arp(12, good_mac, permanent)), ok);
    EXPECT_EQ(irdma_emu_mac(emu, IRDMA_EMU_ARP, 12), good_mac);
    EXPECT_EQ(irdma_emu_mac(emu, IRDMA_EMU_ARP, 13), 0u);
    EXPECT_EQ(irdma_emu_mac(emu, IRDMA_EMU_MAC, 12), 0u);
    EXPECT_EQ(execute(arp(12, good_mac + 1)), duplicate_entry);
    EXPECT_EQ(irdma_emu_mac(emu, IRDMA_EMU_ARP, 12), good_mac);
    EXPECT_EQ(execute(arp(4095, good_mac)), ok); // many addresses may have one MAC
    EXPECT_EQ(execute(no_arp(12, query)), ok);
    EXPECT_TRUE(irdma_emu_exists(emu, IRDMA_EMU_ARP, 12));
    EXPECT_EQ(counters().violations, 0u);
    EXPECT_EQ(dump(IRDMA_EMU_TABLE_ARP), "index  mac                permanent  reach max\n"
                                         "12     02:50:56:ab:12:34  yes        0\n"
                                         "4095   02:50:56:ab:12:34  no         0\n"
                                         "entries: 2\n");
    EXPECT_EQ(execute(no_arp(12)), ok);
    EXPECT_EQ(execute(no_arp(12)), no_entry);
    EXPECT_EQ(irdma_emu_count(emu, IRDMA_EMU_ARP), 1u);
    EXPECT_EQ(irdma_emu_refused(emu, IRDMA_EMU_DUPLICATE_ENTRY), 1u);
    EXPECT_EQ(irdma_emu_refused(emu, IRDMA_EMU_NO_ENTRY), 3u);
}

TEST_P(EmuMacs, ArpRefusals) {
    EXPECT_EQ(execute(arp(12, 0)), bad_value);
    EXPECT_EQ(execute(arp(12, group_mac)), bad_value);
    EXPECT_EQ(execute(arp(12, good_mac, 1ull << 44)), bad_value); // query or add
    ASSERT_EQ(execute(arp(12, good_mac)), ok);
    Wqe w = no_arp(12);
    w[2] = good_mac;
    EXPECT_EQ(execute(w), bad_value);
    EXPECT_EQ(execute(no_arp(12, 1ull << 43)), bad_value);
    EXPECT_EQ(execute(wqe(0x0f, 12 | 1ull << 12)), reserved_bits);
    commit({{0, 64}, {8, 64}, {32, 20}});
    EXPECT_EQ(execute(arp(19, good_mac)), ok);
    EXPECT_EQ(execute(arp(20, good_mac)), unknown_id);
    EXPECT_EQ(execute(no_arp(20)), unknown_id);
}

TEST_P(EmuMacs, LocalAddresses) {
    const u64 free_entry = 1ull << 62, ignore_users = 1ull << 61;
    EXPECT_EQ(execute(mac(0, good_mac)), unknown_id); // not allocated
    ASSERT_EQ(execute(wqe(0x14)), ok);
    ASSERT_EQ(execute(wqe(0x14)), ok);
    EXPECT_EQ(irdma_emu_mac(emu, IRDMA_EMU_MAC, 1), 0u);
    EXPECT_EQ(execute(mac(1, 0)), bad_value);
    EXPECT_EQ(execute(mac(1, group_mac)), bad_value);
    Wqe w = mac(1, good_mac);
    w[3] |= ignore_users; // means something when freeing only
    EXPECT_EQ(execute(w), bad_value);
    EXPECT_EQ(execute(mac(1, good_mac)), ok);
    EXPECT_EQ(irdma_emu_mac(emu, IRDMA_EMU_MAC, 1), good_mac);
    EXPECT_EQ(execute(mac(0, good_mac)), duplicate_entry);
    EXPECT_EQ(execute(mac(1, good_mac)), ok); // the same again
    EXPECT_EQ(execute(mac(1, good_mac + 2)), ok);
    EXPECT_EQ(execute(mac(0, good_mac)), ok);
    ASSERT_EQ(execute(wqe(0x14)), ok);
    EXPECT_EQ(dump(IRDMA_EMU_TABLE_MAC), "index  mac                users\n"
                                         "0      02:50:56:ab:12:34  0\n"
                                         "1      02:50:56:ab:12:36  0\n"
                                         "2      reserved           0\n"
                                         "entries: 3\n");
    w = wqe(0x0e, 1 | free_entry);
    w[4] = good_mac;
    EXPECT_EQ(execute(w), bad_value);
    EXPECT_EQ(execute(wqe(0x0e, 1 | free_entry)), ok);
    EXPECT_EQ(execute(wqe(0x0e, 1 | free_entry)), unknown_id);
    ASSERT_EQ(execute(wqe(0x14)), ok);
    EXPECT_EQ(last_result, 1u);
}

INSTANTIATE_TEST_SUITE_P(Generations, EmuMacs, ::testing::Values(1, 2, 3), generation_name);

// ---- work scheduler -----------------------------------------------------------------------------------------------

class EmuScheduler : public EmuTables {
  protected:
    enum Operation : u64 { add = 0, modify = 1, remove = 2 };
    static constexpr u64 is_leaf = 1ull << 61;
    static constexpr u64 enable = 1ull << 62;

    static Wqe node(u64 op, u64 id, u64 parent, u64 vsi, u64 more = 0, u64 weight = 1, u64 priority = 1) {
        Wqe w = wqe(0x2c, id | parent << 16 | op << 52 | priority << 59 | more);
        w[4] = weight << 32 | vsi << 48;
        return w;
    }
    static Wqe root(u64 op = add) { return node(op, 0, 0, 9, enable); }
    static Wqe vsi(u64 op = add) { return node(op, 1, 0, 9, enable); }
    static Wqe leaf(u64 op, u64 id, u64 tc) { return node(op, id, 1, 9, is_leaf | tc << 56); }
};

TEST_P(EmuScheduler, TreeIsBuiltAndTakenDown) {
    EXPECT_EQ(execute(vsi()), unknown_id); // no root yet
    EXPECT_EQ(execute(root()), ok);
    EXPECT_EQ(execute(leaf(add, 2, 3)), unknown_id);
    EXPECT_EQ(execute(vsi()), ok);
    EXPECT_EQ(execute(leaf(add, 2, 3)), ok);
    EXPECT_EQ(last_result, 0x12u);
    EXPECT_EQ(execute(leaf(add, 3, 4)), ok);
    EXPECT_EQ(last_result, 0x13u);
    Wqe enabled = leaf(modify, 2, 3);
    enabled[3] |= enable;
    EXPECT_EQ(execute(enabled), ok);
    EXPECT_EQ(dump(IRDMA_EMU_TABLE_WS),
              "node    level  parent  vsi    class  weight  enabled  children  qs   priority\n"
              "0       root   -       9      -      1       yes      1         -    weighted\n"
              "1       vsi    0       9      -      1       yes      2         -    weighted\n"
              "2       leaf   1       9      3      1       yes      0         18   weighted\n"
              "3       leaf   1       9      4      1       no       0         19   weighted\n"
              "nodes: 4\n");
    EXPECT_EQ(execute(root(remove)), in_use);
    EXPECT_EQ(execute(vsi(remove)), in_use);
    EXPECT_EQ(execute(leaf(remove, 2, 3)), ok);
    EXPECT_EQ(execute(leaf(remove, 2, 3)), unknown_id);
    EXPECT_EQ(execute(leaf(remove, 3, 4)), ok);
    EXPECT_EQ(execute(vsi(remove)), ok);
    EXPECT_EQ(execute(root(remove)), ok);
    EXPECT_EQ(irdma_emu_count(emu, IRDMA_EMU_WS_NODE), 0u);
    // And again: nothing is remembered.
    EXPECT_EQ(execute(root()), ok);
    EXPECT_EQ(execute(vsi()), ok);
    EXPECT_EQ(execute(leaf(add, 2, 3)), ok);
}

TEST_P(EmuScheduler, LevelsFollowEachOther) {
    EXPECT_EQ(execute(node(add, 0, 0, 9, is_leaf)), bad_value); // root as leaf
    ASSERT_EQ(execute(root()), ok);
    EXPECT_EQ(execute(root()), id_in_use);
    EXPECT_EQ(execute(node(add, 5, 5, 9)), duplicate_entry);    // second root
    EXPECT_EQ(execute(node(add, 2, 0, 9, is_leaf)), bad_value); // leaf below the root
    ASSERT_EQ(execute(vsi()), ok);
    EXPECT_EQ(execute(node(add, 5, 1, 8)), bad_value);          // node below that of a VSI
    EXPECT_EQ(execute(node(add, 5, 0, 9)), duplicate_entry);    // second node of the VSI
    EXPECT_EQ(execute(node(add, 2, 1, 8, is_leaf)), bad_value); // leaf of another VSI
    ASSERT_EQ(execute(leaf(add, 2, 3)), ok);
    EXPECT_EQ(execute(leaf(add, 3, 3)), duplicate_entry);         // second leaf of the class
    EXPECT_EQ(execute(node(add, 3, 2, 9, is_leaf)), bad_value);   // leaf below a leaf
    EXPECT_EQ(execute(node(add, 4, 77, 9, is_leaf)), unknown_id); // nothing there
    EXPECT_EQ(execute(node(add, 4, 0x3fff, 9, is_leaf)), unknown_id);
    ASSERT_EQ(execute(node(add, 4, 0, 10)), ok); // another VSI
    EXPECT_EQ(execute(node(add, 5, 4, 10, is_leaf | 3ull << 56)), ok);
}

TEST_P(EmuScheduler, Refusals) {
    ASSERT_EQ(execute(root()), ok);
    ASSERT_EQ(execute(vsi()), ok);
    EXPECT_EQ(execute(node(3, 2, 1, 9, is_leaf)), bad_value);         // operation
    EXPECT_EQ(execute(node(add, 1023, 1, 9, is_leaf)), unknown_id);   // one more than there are
    EXPECT_EQ(execute(node(add, 2, 1, 9, is_leaf, 0)), bad_value);    // no weight
    EXPECT_EQ(execute(node(add, 2, 1, 9, is_leaf, 1, 0)), bad_value); // no priority type
    EXPECT_EQ(execute(node(add, 1022, 1, 9, is_leaf, 0, 2)), ok);     // strict needs no weight
    EXPECT_EQ(last_result, (1022u + 16) % 1024);
    EXPECT_EQ(execute(node(modify, 1022, 1, 9, is_leaf, 0, 3)), bad_value);
    EXPECT_EQ(execute(node(modify, 1022, 0, 9, is_leaf)), bad_value);              // moves
    EXPECT_EQ(execute(node(modify, 1022, 1, 8, is_leaf)), bad_value);              // other VSI
    EXPECT_EQ(execute(node(modify, 1022, 1, 9, is_leaf | 1ull << 56)), bad_value); // other class
    EXPECT_EQ(execute(node(modify, 1022, 1, 9)), bad_value);                       // no leaf any more
    EXPECT_EQ(execute(node(remove, 1022, 1, 9)), bad_value);
    EXPECT_EQ(execute(node(modify, 7, 1, 9)), unknown_id);
    EXPECT_EQ(execute(node(modify, 1022, 1, 9, is_leaf | enable, 50, 3)), ok);
    EXPECT_NE(dump(IRDMA_EMU_TABLE_WS).find("50      yes      0         14   weighted strict\n"), std::string::npos)
        << dump(IRDMA_EMU_TABLE_WS);
}

INSTANTIATE_TEST_SUITE_P(Generations, EmuScheduler, ::testing::Values(1, 2, 3), generation_name);

// ---- errors by kind -----------------------------------------------------------------------------------------------

TEST_P(EmuTables, ErrorsAreCountedByKind) {
    EXPECT_EQ(dump(IRDMA_EMU_TABLE_REFUSED), "code           count    violation  reason\nviolations: 0\n");
    execute(wqe(0x29, 7));
    execute(wqe(0x29, 8));
    execute(apbvt(80, false));
    execute(wqe(0x3f));
    execute(wqe(0x24, 1));
    write(reg.arm, 99);
    run();
    EXPECT_EQ(irdma_emu_refused(emu, IRDMA_EMU_UNKNOWN_ID), 3u);
    EXPECT_EQ(irdma_emu_refused(emu, IRDMA_EMU_NO_ENTRY), 1u);
    EXPECT_EQ(irdma_emu_refused(emu, IRDMA_EMU_BAD_OPCODE), 1u);
    EXPECT_EQ(irdma_emu_refused(emu, IRDMA_EMU_RESERVED_BITS), 1u);
    EXPECT_EQ(irdma_emu_refused(emu, IRDMA_EMU_WRONG_PD), 0u);
    EXPECT_EQ(irdma_emu_refused(emu, IRDMA_EMU_OK), 0u);
    EXPECT_EQ(irdma_emu_refused(emu, irdma_emu_code(0x9012)), 0u);
    EXPECT_EQ(counters().violations, 5u);
    EXPECT_EQ(dump(IRDMA_EMU_TABLE_REFUSED), "code           count    violation  reason\n"
                                             "0xffff/0x9001  1        yes        unknown opcode\n"
                                             "0xffff/0x9003  1        yes        reserved bits set\n"
                                             "0xffff/0x9007  3        yes        unknown id\n"
                                             "0xffff/0x900a  1        no         no such entry\n"
                                             "violations: 5\n");
}

TEST_P(EmuTables, ObjectsCanBeAskedFor) {
    ASSERT_EQ(execute(create_qp(7)), ok);
    ASSERT_EQ(execute(apbvt(80, true)), ok);
    ASSERT_EQ(execute(qhash(1)), ok);
    const irdma_emu_object none[] = {IRDMA_EMU_CEQ, IRDMA_EMU_SRQ,     IRDMA_EMU_STAG,      IRDMA_EMU_ARP,
                                     IRDMA_EMU_MAC, IRDMA_EMU_WS_NODE, IRDMA_EMU_OBJECT_MAX};
    for (irdma_emu_object kind : none)
        EXPECT_EQ(irdma_emu_count(emu, kind), 0u) << kind;
    for (irdma_emu_object kind : {IRDMA_EMU_QP, IRDMA_EMU_CQ, IRDMA_EMU_QHASH, IRDMA_EMU_PORT})
        EXPECT_EQ(irdma_emu_count(emu, kind), 1u) << kind;
    for (int kind = 0; kind <= IRDMA_EMU_OBJECT_MAX; kind++)
        for (u32 id : {5u, 0x00ffffffu, 0xffffffffu})
            EXPECT_FALSE(irdma_emu_exists(emu, irdma_emu_object(kind), id)) << kind << " " << id;
    EXPECT_TRUE(irdma_emu_exists(emu, IRDMA_EMU_QP, 7));
    EXPECT_TRUE(irdma_emu_exists(emu, IRDMA_EMU_CQ, 0));
    EXPECT_TRUE(irdma_emu_exists(emu, IRDMA_EMU_PORT, 80));
    EXPECT_EQ(irdma_emu_qp_state(emu, 7), 1u);
    EXPECT_EQ(irdma_emu_qp_state(emu, 0xffffffff), 0u);
}

// ---- quad hash ----------------------------------------------------------------------------------------------------

// Against a list: what is in one is in the other, whatever comes in which order.
TEST_P(EmuTables, QuadHashIsLikeAList) {
    std::vector<std::pair<u16, u32>> model; // port, QP
    u32 seed = 12345;
    for (u32 i = 0; i < 3000; i++) {
        seed = seed * 1664525 + 1013904223;
        const u16 port = u16(1 + (seed >> 8) % 64);
        const u32 qp = 1 + (seed >> 16) % 4;
        const u32 action = (seed >> 24) % 3;
        const auto found = std::find_if(model.begin(), model.end(), [port](auto &e) { return e.first == port; });
        const bool has = found != model.end();
        const u32 expected = action == 1 ? (has ? duplicate_entry : ok) : has ? ok : no_entry;

        ASSERT_EQ(execute(qhash(action, 2, port, qp)), expected) << i;
        if (action == 0 && has)
            model.erase(found);
        else if (action == 1 && !has)
            model.emplace_back(port, qp);
        else if (action == 2 && has)
            found->second = qp;
        ASSERT_EQ(irdma_emu_qhash_count(emu), model.size());
    }
    for (u32 qp = 1; qp <= 4; qp++) {
        const auto of_qp = std::count_if(model.begin(), model.end(), [qp](auto &e) { return e.second == qp; });
        const u32 before = irdma_emu_qhash_count(emu);
        ASSERT_EQ(execute(create_qp(qp)), ok);
        EXPECT_EQ(execute(destroy_qp(qp)), of_qp ? in_use : ok);
        if (of_qp) {
            EXPECT_EQ(execute(destroy_qp(qp, true)), ok);
        }
        EXPECT_EQ(irdma_emu_qhash_count(emu), before - of_qp);
    }
    EXPECT_EQ(irdma_emu_qhash_count(emu), 0u);
}

INSTANTIATE_TEST_SUITE_P(Generations, EmuTables, ::testing::Values(1, 2, 3), generation_name);

// ---- limits -------------------------------------------------------------------------------------------------------

class EmuLimits : public Emu {
  protected:
    void configure(irdma_emu_config &config) override { config.limits = &limits; }

    irdma_emu_limits limits = {
        .qps = 8, .cqs = 2, .ceqs = 1, .srqs = 3, .stags = 20, .arps = 5, .macs = 2, .ws_nodes = 2, .qhash = 3};
};

TEST_P(EmuLimits, TablesHaveTheGivenSize) {
    bring_up();
    EXPECT_EQ(execute(create_qp(7)), ok);
    EXPECT_EQ(execute(create_qp(8)), unknown_id);
    EXPECT_EQ(execute(create_cq(1, 32, buffer, buffer + 0x2000)), ok);
    EXPECT_EQ(execute(create_cq(2, 32, buffer, buffer + 0x2000)), unknown_id);
    Wqe ceq = wqe(0x16, 0);
    ceq[2] = 16;
    ceq[4] = buffer;
    EXPECT_EQ(execute(ceq), ok);
    ceq[3]++;
    EXPECT_EQ(execute(ceq), unknown_id);
    Wqe srq = wqe(0x06, 2);
    srq[4] = buffer;
    srq[5] = buffer + 0x1000;
    EXPECT_EQ(execute(srq), ok);
    srq[3]++;
    EXPECT_EQ(execute(srq), unknown_id);
    Wqe stag = wqe(0x09);
    stag[2] = 19 << 8;
    EXPECT_EQ(execute(stag), ok);
    stag[2] = 20 << 8;
    EXPECT_EQ(execute(stag), unknown_id);
    Wqe arp = wqe(0x0f, 4 | 1ull << 42);
    arp[2] = good_mac;
    EXPECT_EQ(execute(arp), ok);
    arp[3]++;
    EXPECT_EQ(execute(arp), unknown_id);
    EXPECT_EQ(execute(wqe(0x14)), ok);
    EXPECT_EQ(execute(wqe(0x14)), ok);
    EXPECT_EQ(execute(wqe(0x14)), table_full);
    Wqe node = wqe(0x2c, 1ull << 59 | 1 | 1 << 16);
    node[4] = 1ull << 32;
    EXPECT_EQ(execute(node), ok);
    node[3]++;
    EXPECT_EQ(execute(node), unknown_id);
    for (u16 port = 1; port <= 3; port++)
        EXPECT_EQ(execute(qhash(1, 2, port, 9)), ok); // the QP may be any
    EXPECT_EQ(execute(qhash(1, 2, 4)), table_full);
    EXPECT_EQ(execute(qhash(0, 2, 2, 9)), ok);
    EXPECT_EQ(execute(qhash(1, 2, 4)), ok);
}

TEST_P(EmuLimits, SizeFollows) {
    u32 irdma_emu_limits::*const members[] = {
        &irdma_emu_limits::qps,  &irdma_emu_limits::cqs,      &irdma_emu_limits::ceqs,
        &irdma_emu_limits::srqs, &irdma_emu_limits::stags,    &irdma_emu_limits::arps,
        &irdma_emu_limits::macs, &irdma_emu_limits::ws_nodes, &irdma_emu_limits::qhash};
    const u32 bytes = irdma_emu_size_for(&limits);
    EXPECT_LT(bytes, irdma_emu_size());
    EXPECT_EQ(irdma_emu_size_for(irdma_emu_default_limits()), irdma_emu_size());
    irdma_emu_config config = {};
    config.generation = generation;
    config.ops = &ops;
    config.window[0] = window.data();
    config.limits = &limits;
    EXPECT_EQ(irdma_emu_init(memory.data(), bytes - 1, &config), nullptr);
    for (auto member : members) {
        const u32 good = limits.*member;
        limits.*member = good + 2;
        EXPECT_GT(irdma_emu_size_for(&limits), bytes);
        for (u32 bad : {0u, 0x80000000u}) {
            limits.*member = bad;
            EXPECT_EQ(irdma_emu_size_for(&limits), 0u);
            EXPECT_EQ(irdma_emu_init(memory.data(), ~0u, &config), nullptr);
        }
        limits.*member = good;
    }
}

INSTANTIATE_TEST_SUITE_P(Generations, EmuLimits, ::testing::Values(1, 2, 3), generation_name);

} // namespace
