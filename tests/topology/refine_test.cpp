// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/topology/refine.cpp.
#include "souple/topology/refine.h"

#include <gtest/gtest.h>

#include "level_oracle.h"

namespace souple {
namespace {

TEST(Refine, F2_6_every_level_of_random_splits_and_merges_is_the_one_written_out_plainly) {
    std::uint64_t seed = 1;
    for (const Surface& surface : all_surfaces()) {
        SCOPED_TRACE(surface.name);
        Twin twin(surface);
        Rng rng{seed++};
        for (int round = 0; round < 6; ++round) {
            for (int i = 0; i < 15; ++i) {
                twin.step(rng, 4);
                ASSERT_EQ(find_fault(twin.map), "");
            }
            for (int k = 0; k <= 4; ++k) expect_level(twin, k);
        }
    }
}

TEST(Refine, F2_8_split_then_merge_restores_every_bit) {
    for (const Surface& surface : all_surfaces()) {
        SCOPED_TRACE(surface.name);
        Twin twin(surface);
        Rng rng{11};
        for (int i = 0; i < 40; ++i) {
            twin.step(rng, 4);
            const Map2 before = twin.map;
            for (int f = 0; f < before.faces.slot_count(); ++f) {
                if (!can_split(before, {f})) continue;
                split(twin.map, {f}, twin.change);
                EXPECT_FALSE(twin.map == before);
                EXPECT_NE(hash_of(twin.map), hash_of(before));
                merge(twin.map, {f}, twin.change);
                ASSERT_TRUE(twin.map == before);
            }
        }
    }
}

}  // namespace
}  // namespace souple
