// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Handles of darts and cells, the tables that hold them, and data attached to cells.
#pragma once

#include <compare>
#include <vector>

namespace souple {

/// One side of an edge as seen from one face. It leaves a vertex, so it also stands for a corner of the face.
struct Dart {
    int index = -1;
    explicit operator bool() const { return index >= 0; }
    auto operator<=>(const Dart&) const = default;
};
struct Vertex {
    int index = -1;
    explicit operator bool() const { return index >= 0; }
    auto operator<=>(const Vertex&) const = default;
};
struct Edge {
    int index = -1;
    explicit operator bool() const { return index >= 0; }
    auto operator<=>(const Edge&) const = default;
};
struct Face {
    int index = -1;
    explicit operator bool() const { return index >= 0; }
    auto operator<=>(const Face&) const = default;
};

/// Records whose index stays the same as long as they live. Freed slots are used again, the latest first, and
/// the table gets shorter whenever its last slot is free: what is removed in the reverse order of its
/// addition leaves no trace, so that undoing gives the same bits.
template <class Record>
struct SlotTable {
    std::vector<Record> records;  ///< Record{} where the slot is free
    std::vector<int> place;       ///< where a free slot stands in `free`; -1 when it is in use
    std::vector<int> free;        ///< the next one to use is the last

    int slot_count() const { return static_cast<int>(records.size()); }
    int live_count() const { return slot_count() - static_cast<int>(free.size()); }
    bool is_live(int slot) const { return slot >= 0 && slot < slot_count() && place[slot] < 0; }
    Record& operator[](int slot) { return records[slot]; }
    const Record& operator[](int slot) const { return records[slot]; }
    bool operator==(const SlotTable&) const = default;

    int add(const Record& record) {
        if (free.empty()) {
            records.push_back(record);
            place.push_back(-1);
            return slot_count() - 1;
        }
        const int slot = free.back();
        free.pop_back();
        place[slot] = -1;
        records[slot] = record;
        return slot;
    }

    void remove(int slot) {
        records[slot] = Record{};
        place[slot] = static_cast<int>(free.size());
        free.push_back(slot);
        while (!records.empty() && place.back() >= 0) {
            const int hole = place.back();
            free[hole] = free.back();
            place[free[hole]] = hole;
            free.pop_back();
            place.pop_back();
            records.pop_back();
        }
    }
};

/// One value for each cell of a kind, addressed by the cell: height[v]. It is not told of new cells: fit it
/// to the table after the map has grown. Slots that are used again still hold the value of the cell before.
template <class Cell, class T>
struct Attribute {
    std::vector<T> values;

    T& operator[](Cell cell) { return values[cell.index]; }
    const T& operator[](Cell cell) const { return values[cell.index]; }
    template <class Record>
    void fit(const SlotTable<Record>& table, const T& value = {}) {
        values.resize(table.records.size(), value);
    }
    bool operator==(const Attribute&) const = default;
};

}  // namespace souple
