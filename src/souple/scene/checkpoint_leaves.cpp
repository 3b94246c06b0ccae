// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/checkpoint_leaves.h"

#include <algorithm>
#include <limits>

namespace souple {

namespace {

// one order of the numbers of each record, for writing and reading
template <class Record, class Fn>
void for_each_number(Record& r, const Fn& fn) requires requires {
    r.across;
}
{
    fn(r.next), fn(r.previous), fn(r.across), fn(r.vertex), fn(r.edge), fn(r.face);
    fn(r.level), fn(r.label), fn(r.border), fn(r.mark);
}
template <class Record, class Fn>
void for_each_number(Record& r, const Fn& fn) requires requires {
    r.parent_a;
}
{ fn(r.dart), fn(r.level), fn(r.parent_a), fn(r.parent_b); }
template <class Record, class Fn>
void for_each_number(Record& r, const Fn& fn) requires requires {
    r.midpoint;
}
{ fn(r.dart), fn(r.level), fn(r.parent), fn(r.midpoint), fn(r.mark); }
template <class Record, class Fn>
void for_each_number(Record& r, const Fn& fn) requires requires {
    r.first_child;
}
{ fn(r.dart), fn(r.level), fn(r.parent), fn(r.first_child), fn(r.next_sibling), fn(r.mark); }

std::uint64_t word_of(std::int64_t number) { return static_cast<std::uint64_t>(number); }

template <class Record>
void put_table(ByteWriter& out, const SlotTable<Record>& table) {
    out.put(word_of(table.slot_count()));
    out.put(word_of(static_cast<std::int64_t>(table.free.size())));
    for (const Record& record : table.records)
        for_each_number(record, [&](auto number) { out.put(word_of(number)); });
    for (const int slot : table.free) out.put(word_of(slot));
}

template <class Number>
void get_number(ByteReader& in, Number& number) {
    std::uint64_t word = 0;
    in.get(word);
    const auto value = static_cast<std::int64_t>(word);
    if (value < std::numeric_limits<Number>::min() || value > std::numeric_limits<Number>::max())
        throw InputError("a number of a refined surface is out of range");
    number = static_cast<Number>(value);
}

template <class Record>
void get_table(ByteReader& in, SlotTable<Record>& table) {
    int slots = 0, free = 0;
    get_number(in, slots);
    get_number(in, free);
    if (slots < 0 || free < 0 || free > slots) throw InputError("a table of a refined surface is damaged");
    table = {};
    for (int k = 0; k < slots; ++k) {
        Record record;
        for_each_number(record, [&](auto& number) { get_number(in, number); });
        table.records.push_back(record);
    }
    table.place.assign(slots, -1);
    for (int k = 0; k < free; ++k) {
        int slot = 0;
        get_number(in, slot);
        if (slot < 0 || slot >= slots || table.place[slot] >= 0)
            throw InputError("a table of a refined surface is damaged");
        table.place[slot] = k;
        table.free.push_back(slot);
    }
}

template <class Record>
int count_of_level_0(const SlotTable<Record>& table) {
    int count = 0;
    for (int slot = 0; slot < table.slot_count(); ++slot)
        if (table.is_live(slot) && table[slot].level == 0) ++count;
    return count;
}

void check_refines(const Leaves& base, const Leaves& leaves) {
    if (const std::string fault = find_fault(leaves.map); !fault.empty())
        throw InputError("a refined surface is damaged: " + fault);
    if (count_of_level_0(base.map.vertices) != count_of_level_0(leaves.map.vertices) ||
        count_of_level_0(base.map.faces) != count_of_level_0(leaves.map.faces))
        throw InputError("it was taken from another surface");
    if (static_cast<int>(leaves.rest.size()) != leaves.map.vertices.live_count() ||
        static_cast<int>(leaves.calm.size()) != leaves.map.faces.slot_count() ||
        static_cast<int>(leaves.sunk.size()) > leaves.map.vertices.slot_count())
        throw InputError("a refined surface has another number of points than vertices");
}

}  // namespace

void put_leaves(ByteWriter& out, const std::vector<Leaves>& leaves) {
    out.put(word_of(static_cast<std::int64_t>(leaves.size())));
    for (const Leaves& surface : leaves) {
        put_table(out, surface.map.darts);
        put_table(out, surface.map.vertices);
        put_table(out, surface.map.edges);
        put_table(out, surface.map.faces);
        out.put(surface.rest);
        out.put(surface.calm);
        out.put(surface.sunk);
    }
}

void get_leaves(ByteReader& in, std::vector<Leaves>& leaves) {
    std::uint64_t count = 0;
    in.get(count);
    if (count != leaves.size()) throw InputError("it holds another number of refined surfaces");
    for (Leaves& surface : leaves) {
        Leaves read;
        get_table(in, read.map.darts);
        get_table(in, read.map.vertices);
        get_table(in, read.map.edges);
        get_table(in, read.map.faces);
        in.get(read.rest);
        in.get(read.calm);
        in.get(read.sunk);
        check_refines(surface, read);
        surface = std::move(read);
    }
}

std::size_t point_count(const std::vector<Leaves>& leaves) {
    std::size_t count = 0;
    for (const Leaves& surface : leaves) count += surface.rest.size();
    return count;
}

}  // namespace souple
