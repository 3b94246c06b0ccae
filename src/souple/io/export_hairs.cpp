// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/io/export_hairs.h"

#include <algorithm>
#include <map>
#include <memory>

namespace souple {

namespace {

bool is_hairs(const CurvesView& view) { return view.kind == CurvesKind::Hairs; }

/// A place on a polyline: from one of its positions part of the way to the next.
struct CurveSpot {
    std::size_t at = 0, next = 0;
    Real share = 0;
};

template <class Number>
Number between(const Number& a, const Number& b, Real share) {
    return static_cast<Number>(a + share * (b - a));
}

/// The curves through these spots, `ends` of them up to the end of each curve.
CurvesView curves_through(const CurvesView& view, const std::vector<CurveSpot>& spots,
                          const std::vector<int>& ends) {
    CurvesView result;
    result.head = view.head;
    result.kind = view.kind;
    result.first = ends;
    const std::vector<float> radii = radii_of_each(view.radii, view.positions.size());
    for (const CurveSpot& spot : spots) {
        const Vec3 &a = view.positions[spot.at], &b = view.positions[spot.next];
        result.positions.push_back(a + spot.share * (b - a));
        result.radii.push_back(between(radii[spot.at], radii[spot.next], spot.share));
    }
    for (Quantity& quantity : result.head.quantities) {
        const std::vector<float> values = std::move(quantity.values);
        quantity.values.clear();
        const std::size_t width = quantity.kind == QuantityKind::Scalar ? 1 : 3;
        if (quantity.place != QuantityPlace::Nodes || values.size() != width * view.positions.size())
            continue;
        for (const CurveSpot& spot : spots)
            for (std::size_t k = 0; k < width; ++k)
                quantity.values.push_back(
                    between(values[width * spot.at + k], values[width * spot.next + k], spot.share));
    }
    return result;
}

CurvesView some_curves(const CurvesView& view, std::size_t count) {
    const std::size_t all = view.first.empty() ? 0 : view.first.size() - 1;
    if (all <= count) return view;
    std::vector<CurveSpot> spots;
    std::vector<int> ends{0};
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t curve = k * all / count;
        for (auto i = static_cast<std::size_t>(view.first[curve]);
             i < static_cast<std::size_t>(view.first[curve + 1]); ++i)
            spots.push_back({i, i, 0});
        ends.push_back(static_cast<int>(spots.size()));
    }
    return curves_through(view, spots, ends);
}

void choose_hairs(Frame& frame, int count) {
    if (count <= 0) std::erase_if(frame.curves, is_hairs);
    for (CurvesView& curves : frame.curves)
        if (is_hairs(curves)) curves = some_curves(curves, static_cast<std::size_t>(count));
}

/// `count` spots from the first to the last position of one curve, equally far apart along it.
void add_even_spots(const CurvesView& view, std::size_t begin, std::size_t end, int count,
                    std::vector<CurveSpot>& spots) {
    std::vector<Real> along{0};  // [m] from the start
    for (std::size_t i = begin; i + 1 < end; ++i)
        along.push_back(along.back() + (view.positions[i + 1] - view.positions[i]).norm());
    std::size_t piece = 0;
    for (int k = 0; k < count; ++k) {
        const Real wanted = along.back() * k / (count - 1);
        while (piece + 2 < along.size() && along[piece + 1] < wanted) ++piece;
        if (along.size() < 2) {
            spots.push_back({begin, begin, 0});
            continue;
        }
        const Real length = along[piece + 1] - along[piece];
        const Real share = length > 0 ? std::clamp((wanted - along[piece]) / length, Real(0), Real(1)) : 0;
        spots.push_back({begin + piece, begin + piece + 1, share});
    }
}

/// A hair of no points, which nothing can be said about, stays one.
CurvesView evened(const CurvesView& view, int count) {
    std::vector<CurveSpot> spots;
    std::vector<int> ends{0};
    for (std::size_t k = 0; k + 1 < view.first.size(); ++k) {
        const auto begin = static_cast<std::size_t>(view.first[k]),
                   end = static_cast<std::size_t>(view.first[k + 1]);
        if (begin < end) add_even_spots(view, begin, end, count, spots);
        ends.push_back(static_cast<int>(spots.size()));
    }
    return curves_through(view, spots, ends);
}

/// How many points the hairs of a structure have, over the whole film.
struct PointCounts {
    int fewest = 0, most = 0;
};

std::map<std::string, PointCounts> count_points(const Film& film) {
    std::map<std::string, PointCounts> counts;
    for (int i = 0; i < film.frame_count; ++i) {
        const Frame frame = film.frame(i);
        for (const CurvesView& view : frame.curves) {
            for (std::size_t k = 0; is_hairs(view) && k + 1 < view.first.size(); ++k) {
                const int points = view.first[k + 1] - view.first[k];
                PointCounts& known =
                    counts.try_emplace(view.head.name, PointCounts{points, points}).first->second;
                known = {std::min(known.fewest, points), std::max(known.most, points)};
            }
        }
    }
    return counts;
}

}  // namespace

std::vector<float> radii_of_each(const std::vector<float>& radii, std::size_t count) {
    if (radii.size() == count) return radii;
    return std::vector<float>(count, radii.empty() ? 0.0f : radii.front());
}

Film with_hairs(const Film& film, int count, int most_points) {
    Film chosen = film;
    chosen.frame = [original = film.frame, count](int index) {
        Frame frame = original(index);
        choose_hairs(frame, count);
        return frame;
    };
    if (count <= 0) return chosen;
    Film even = chosen;
    // shared: films are copied
    const auto counts = std::make_shared<const std::map<std::string, PointCounts>>(count_points(chosen));
    even.frame = [original = chosen.frame, counts, most_points](int index) {
        Frame frame = original(index);
        for (CurvesView& view : frame.curves) {
            const auto known = counts->find(view.head.name);
            if (!is_hairs(view) || known == counts->end()) continue;
            const auto [fewest, most] = known->second;
            if (fewest < most || most > most_points)
                view = evened(view, std::max(2, std::min(most, most_points)));
        }
        return frame;
    };
    return even;
}

}  // namespace souple
