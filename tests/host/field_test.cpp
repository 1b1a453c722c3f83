// SPDX-License-Identifier: GPL-2.0
//
// The typed layer: what builders put where, what they refuse, and that parsers read the same bits.
#include <gtest/gtest.h>

#include <random>

#include "hw/builder.h"

namespace {

using namespace hw::literals;
using hw::set;
using hw::set_if;
using hw::set_mac;
using hw::try_set;
using hw::try_set_address;
using hw::try_set_if;

struct Sample : hw::Layout<32> {
    enum class Mode : u8 { off, on, both, max_value = 3 };

    HW_FIELD(Sample, low, 0, 7, 0);
    HW_FIELD(Sample, middle, 0, 37, 20);
    HW_FIELD(Sample, mac, 8, 47, 0);
    HW_FIELD(Sample, mode, 8, 49, 48);
    HW_FIELD(Sample, whole, 16, 63, 0);
    HW_FIELD(Sample, page, 24, 63, 12);
    HW_TABLE_FIELD(Sample, moving, 24, 11, 0, 1);
    using fields = hw::Fields<low, middle, mac, mode, whole, page, moving>;
};

TEST(Field, MaskAndWidthFollowFromTheBitNumbers) {
    EXPECT_EQ(Sample::middle::width, 18u);
    EXPECT_EQ(Sample::middle::mask, 0x3ffff00000ull);
    EXPECT_EQ(Sample::whole::mask, ~0ull);
    EXPECT_EQ(Sample::page::word, 3u);
}

TEST(Field, EachFieldLandsInItsWordWhateverTheOrder) {
    const auto image = hw::fill<Sample>(set<Sample::mode>(Sample::Mode::both), try_set<Sample::middle>(0x2abcd),
                                        set<Sample::low>(u8(0x5a)));
    ASSERT_TRUE(image.fits());
    EXPECT_EQ(image.word<0>(), 0x5aull | 0x2abcdull << 20);
    EXPECT_EQ(image.word<1>(), 2ull << 48);
    EXPECT_EQ(image.word<2>(), 0u);
}

TEST(Field, ARunTimeValueTooWideIsRefusedAndCannotSpill) {
    const auto image = hw::fill<Sample>(try_set<Sample::middle>(1ull << 18), set<Sample::low>(0xff_c));
    EXPECT_FALSE(image.fits());
    EXPECT_EQ(image.word<0>(), 0xffull);
    EXPECT_TRUE(hw::fill<Sample>(try_set<Sample::middle>((1ull << 18) - 1)).fits());
    EXPECT_TRUE(hw::fill<Sample>(try_set<Sample::whole>(~0ull)).fits());
}

TEST(Field, AnAddressMustBeAligned) {
    EXPECT_TRUE(hw::fill<Sample>(try_set_address<Sample::page>(0xfffffffffffff000)).fits());
    EXPECT_FALSE(hw::fill<Sample>(try_set_address<Sample::page>(0x1800)).fits());
    EXPECT_EQ(hw::fill<Sample>(try_set_address<Sample::page>(0x7000)).word<3>(), 0x7000ull);
}

TEST(Field, ATableGivesThePlaceOfAMovingField) {
    const u64 shifts[] = {0, 4};
    const u64 masks[] = {0, 0xff0};
    const hw::FieldTable table = {shifts, masks};

    EXPECT_EQ(hw::fill<Sample>(try_set<Sample::moving>(0xab, table)).word<3>(), 0xab0ull);
    EXPECT_TRUE(hw::fill<Sample>(try_set<Sample::moving>(0xff, table)).fits());
    EXPECT_FALSE(hw::fill<Sample>(try_set<Sample::moving>(0x100, table)).fits());
    // A table that was never filled in must refuse, not silently write 0.
    const u64 nothing[] = {0, 0};
    EXPECT_FALSE(hw::fill<Sample>(try_set<Sample::moving>(1, {nothing, nothing})).fits());
}

TEST(Field, ConditionalFieldsStayZero) {
    EXPECT_EQ(hw::fill<Sample>(set_if<Sample::low>(false, u8(7))).word<0>(), 0u);
    EXPECT_EQ(hw::fill<Sample>(set_if<Sample::low>(true, u8(7))).word<0>(), 7u);
    EXPECT_TRUE(hw::fill<Sample>(try_set_if<Sample::middle>(false, ~0ull)).fits());
    EXPECT_FALSE(hw::fill<Sample>(try_set_if<Sample::middle>(true, ~0ull)).fits());
}

TEST(Field, TheFirstMacByteOnTheWireIsTheMostSignificant) {
    const u8 mac[] = {0x02, 0x11, 0x22, 0x33, 0x44, 0x55};

    EXPECT_EQ(hw::fill<Sample>(set_mac<Sample::mac>(mac)).word<1>(), 0x021122334455ull);
}

TEST(Field, StoresEveryWordOfTheImage) {
    __le64 memory[5] = {~0ull, ~0ull, ~0ull, ~0ull, ~0ull};

    hw::fill<Sample>(set<Sample::low>(1_c)).store(memory);
    EXPECT_EQ(memory[0], 1u);
    EXPECT_EQ(memory[1], 0u);
    EXPECT_EQ(memory[2], 0u);
    EXPECT_EQ(memory[3], 0u);
    EXPECT_EQ(memory[4], ~0ull);
}

TEST(Field, StoreExceptLeavesTheWordWithTheValidBitAlone) {
    __le64 memory[4] = {1, 2, 3, 4};

    hw::fill<Sample>(set<Sample::low>(9_c)).store_except<1>(memory);
    EXPECT_EQ(memory[0], 9u);
    EXPECT_EQ(memory[1], 2u);
    EXPECT_EQ(memory[2], 0u);
}

TEST(Field, WhatWasBuiltReadsBackEqual) {
    std::mt19937_64 random(1);

    for (int i = 0; i < 100000; i++) {
        const u64 middle = random() & Sample::middle::max;
        const u8 low = u8(random());
        const u64 whole = random();
        __le64 memory[4];

        hw::fill<Sample>(try_set<Sample::middle>(middle), set<Sample::low>(low), try_set<Sample::whole>(whole))
            .store(memory);
        ASSERT_EQ(hw::read<Sample::middle>(memory), middle);
        ASSERT_EQ(hw::read<Sample::low>(memory), low);
        ASSERT_EQ(hw::read<Sample::whole>(memory), whole);
    }
}

TEST(Field, ReplaceCutsToTheFieldAndKeepsTheRest) {
    EXPECT_EQ(hw::replace<Sample::low>(0xffff, 0x112), 0xff12ull);
}

} // namespace
