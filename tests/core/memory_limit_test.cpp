// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/core/memory_limit.h
#include "souple/core/memory_limit.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "souple/core/errors.h"

namespace souple {

TEST(MemoryLimit, the_default_is_no_more_than_four_fifths_of_the_machine) {
    const double machine =
        static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    const MemoryLimit limit = default_memory_limit();
    EXPECT_GT(limit.bytes, 0);
    EXPECT_LE(limit.bytes, 0.8 * machine);
    EXPECT_NE(limit.reason.find("80 %"), std::string::npos);
}

TEST(MemoryLimit, amounts_are_read_as_people_write_them) {
    EXPECT_EQ(parse_memory("3GB"), 3e9);
    EXPECT_EQ(parse_memory("1.5 gb"), 1.5e9);
    EXPECT_EQ(parse_memory("800M"), 8e8);
    EXPECT_EQ(parse_memory("20k"), 2e4);
    EXPECT_EQ(parse_memory("4096"), 4096);
    EXPECT_EQ(parse_memory("7B"), 7);
    for (const char* text : {"", "GB", "3XB", "3 G B", "-1", "0", "nan", "inf", "3GBB", "1e400"})
        EXPECT_THROW(parse_memory(text), InputError) << text;
}

TEST(MemoryLimit, amounts_are_written_with_the_unit_that_fits) {
    EXPECT_EQ(memory_text(12), "12 B");
    EXPECT_EQ(memory_text(1234), "1.2 kB");
    EXPECT_EQ(memory_text(250e6), "250 MB");
    EXPECT_EQ(memory_text(999.7e6), "1.0 GB");
    EXPECT_EQ(memory_text(3.25e13), "32.5 TB");
}

}  // namespace souple
