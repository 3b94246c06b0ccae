// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "film_part.h"

#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "souple/core/errors.h"

namespace souple::cli {

namespace {

struct FramePart {
    int first = 0, last = 0, step = 1;
};

std::vector<int> numbers_in(const std::string& text) {
    std::vector<int> numbers;
    for (const char* at = text.data(); true; ++at) {
        int value = 0;
        const char* const end = text.data() + text.size();
        const auto [next, error] = std::from_chars(at, end, value);
        if (error != std::errc{} || (next != end && *next != ':'))
            throw InputError(fmt::format(
                "--frames {}: two or three whole numbers with ':' between were expected, such as 0:-1:2",
                text));
        numbers.push_back(value);
        at = next;
        if (at == end) return numbers;
    }
}

FramePart read_part(const std::string& text, int count) {
    const std::vector<int> numbers = numbers_in(text);
    if (numbers.size() > 3)
        throw InputError(fmt::format("--frames {}: it may be first:last:step, no more", text));
    FramePart part{numbers[0], numbers.size() > 1 ? numbers[1] : numbers[0],
                   numbers.size() > 2 ? numbers[2] : 1};
    if (part.first < 0) part.first += count;
    if (part.last < 0) part.last += count;
    if (part.first < 0 || part.last >= count || part.first > part.last)
        throw InputError(fmt::format("--frames {}: the film has frames 0 to {}", text, count - 1));
    if (part.step < 1) throw InputError(fmt::format("--frames {}: the step must be at least 1", text));
    return part;
}

}  // namespace

Film part_of(const Film& film, const std::string& frames, const std::string& source) {
    if (frames.empty()) return film;
    if (film.frame_count < 1) throw InputError(fmt::format("{}: there is no frame in it", source));
    const FramePart part = read_part(frames, film.frame_count);
    Film result = film;
    result.frame_count = (part.last - part.first) / part.step + 1;
    result.frames_per_second = film.frames_per_second / part.step;
    result.frame = [whole = film.frame, part](int index) { return whole(part.first + index * part.step); };
    return result;
}

}  // namespace souple::cli
