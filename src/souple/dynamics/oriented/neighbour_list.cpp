// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/oriented/neighbour_list.h"

#include <algorithm>

namespace souple {

namespace {

constexpr Real margin_share = 0.15;  ///< of the reach: a larger one lasts longer and holds more idle pairs

std::uint64_t hash_of(const std::vector<Bond>* bonds) {
    std::uint64_t hash = 0;
    if (bonds)
        for (const Bond& bond : *bonds)
            hash = (hash ^ (static_cast<std::uint64_t>(bond.a) << 32 | static_cast<std::uint32_t>(bond.b))) *
                   0x9e3779b97f4a7c15ull;
    return hash;
}

/// Whether everybody is within half the margin of where the list found them.
bool holds_still(const NeighbourList& list, std::span<const Vec3> x) {
    const Real far = 0.25 * list.margin * list.margin;
    const int moved = parallel_sum(static_cast<int>(x.size()), 0, [&](int i) {
        return static_cast<int>(!((x[i] - list.made_at[i]).squaredNorm() <= far));
    });
    return moved == 0;
}

bool are_bonded(const std::vector<Bond>& bonds, int i, int j) {
    const Bond wanted{std::min(i, j), std::max(i, j), 0};
    const auto before = [](const Bond& p, const Bond& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; };
    const auto found = std::lower_bound(bonds.begin(), bonds.end(), wanted, before);
    return found != bonds.end() && found->a == wanted.a && found->b == wanted.b;
}

/// The neighbours of one place by number, then as places.
void find_row(NeighbourList& list, int place, const std::vector<Bond>* bonds, std::vector<int>& entries) {
    const int number = list.number_of[place];
    const std::size_t begin = entries.size();
    near(list.grid, list.made_at[number], list.reach + list.margin, [&](int other) {
        if (other != number) entries.push_back(other);
    });
    std::sort(entries.begin() + begin, entries.end());
    for (std::size_t k = begin; k < entries.size(); ++k) {
        const int other = entries[k];
        entries[k] = 2 * list.place_of[other] + (bonds && are_bonded(*bonds, number, other) ? 1 : 0);
    }
    list.first[place] = static_cast<int>(begin);
    list.count[place] = static_cast<int>(entries.size() - begin);
}

void make_places(NeighbourList& list) {
    const auto& items = list.grid.table.items;
    list.number_of.resize(items.size());
    list.place_of.assign(list.made_at.size(), -1);
    for (std::size_t p = 0; p < items.size(); ++p) {
        list.number_of[p] = items[p].index;
        list.place_of[items[p].index] = static_cast<int>(p);
    }
    list.first.resize(items.size());
    list.count.resize(items.size());
    list.views.resize(items.size());
    list.stretch.resize(items.size());
}

}  // namespace

void follow(NeighbourList& list, std::span<const Vec3> x, Real reach, const std::vector<Bond>* bonds) {
    const std::uint64_t hash = hash_of(bonds);
    if (list.made_at.size() == x.size() && list.reach == reach && list.bond_hash == hash &&
        holds_still(list, x))
        return;
    list.reach = reach;
    list.margin = margin_share * reach;
    list.bond_hash = hash;
    list.made_at.assign(x.begin(), x.end());
    build(list.grid, x, reach + list.margin);
    make_places(list);
    const FixedBlocks blocks = row_blocks(list);
    list.blocks.resize(std::max<std::size_t>(list.blocks.size(), blocks.block_count));
    parallel_for(
        blocks.block_count,
        [&](int b) {
            std::vector<int>& entries = list.blocks[b].entries;
            entries.clear();
            for (int place = blocks.begin(b), end = blocks.end(b); place < end; ++place)
                find_row(list, place, bonds, entries);
        },
        1);
}

}  // namespace souple
