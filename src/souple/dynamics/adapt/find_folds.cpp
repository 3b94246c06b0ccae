// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/adapt/find_folds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>

#include "souple/dynamics/adapt/kept_laws.h"
#include "souple/math/lanes.h"

namespace souple {

namespace {

constexpr Real worth_waiting = 0.005;  ///< of the mean side, in a step
constexpr Real bending_part = 0.8;     ///< of the angle it bears: a fold beyond it is asked where it will be

Real cosine_between(const Vec3& u, const Vec3& v) {
    const Real squared = u.squaredNorm() * v.squaredNorm();
    return squared > 0 ? u.dot(v) / std::sqrt(squared) : 1;
}

/// Cosines of the largest angles that the two faces at a fold bear.
struct Limits {
    Real own = -2, other = -2;
};

/// Four vectors at a time, which are twelve numbers in a row.
Vec3 sum_of(const Vec3* vectors, int count) {
    std::array<Lanes, 3> sums{};
    int i = 0;
    for (; i + lane_count <= count; i += lane_count)
        for (int k = 0; k < 3; ++k) {
            Lanes more;
            std::memcpy(&more, vectors[i].data() + k * lane_count, sizeof more);
            sums[k] += more;
        }
    Vec3 sum = Vec3::Zero();
    for (int n = 0; n < 3 * lane_count; ++n) sum[n % 3] += sums[n / lane_count][n % lane_count];
    for (; i < count; ++i) sum += vectors[i];
    return sum;
}

/// The box of the ways of some points.
struct WayBox {
    Vec3 low = Vec3::Constant(std::numeric_limits<Real>::infinity()), high = -low;

    void add(int axis, Real way) {
        low[axis] = std::min(low[axis], way);
        high[axis] = std::max(high[axis], way);
    }
};

/// Adds the ways of four points, which are twelve numbers in a row, to the box of each of these numbers.
struct FourWays {
    std::array<Lanes, 3> low, high;

    FourWays() {
        low.fill(all_lanes(std::numeric_limits<Real>::infinity()));
        high.fill(all_lanes(-std::numeric_limits<Real>::infinity()));
    }
    void add(const Real* now, const Real* before) {
        for (int k = 0; k < 3; ++k) {
            Lanes to, from;
            std::memcpy(&to, now + k * lane_count, sizeof to);
            std::memcpy(&from, before + k * lane_count, sizeof from);
            low[k] = smaller(low[k], to - from);
            high[k] = larger(high[k], to - from);
        }
    }
    void add_to(WayBox& box) const {
        for (int n = 0; n < 3 * lane_count; ++n)
            for (const Real way : {low[n / lane_count][n % lane_count], high[n / lane_count][n % lane_count]})
                box.add(n % 3, way);
    }
};

/// [m] no point of the part has gone further than this since it was seen, beyond a way that all of them went
/// together: from the middle of the box of all ways to its corner. In one pass, unlike the mean of them.
Real longest_way(Range points, const std::vector<Vec3>& x, std::vector<Vec3>& seen) {
    if (points.count == 0) return 0;
    const Vec3* const now = x.data() + points.begin;
    FourWays ways;
    int i = 0;
    for (; i + lane_count <= points.count; i += lane_count) ways.add(now[i].data(), seen[i].data());
    WayBox box;
    if (i > 0) ways.add_to(box);
    for (; i < points.count; ++i)
        for (int axis = 0; axis < 3; ++axis) box.add(axis, now[i][axis] - seen[i][axis]);
    std::copy_n(now, points.count, seen.begin());
    return 0.5 * (box.high - box.low).norm();
}

Limits limits_of(const AdaptiveCloth& cloth, const Fold& fold) {
    return {cloth.cosine_limit[fold.face], fold.other < 0 ? -2 : cloth.cosine_limit[fold.other]};
}

/// The cosine of nearly this part of the angle of another: of its chord.
Real part_of_angle(Real part, Real cosine) { return cosine > -1 ? 1 - part * part * (1 - cosine) : -2; }

/// Folds that have a limit stand first.
int count_limited(const AdaptiveCloth& cloth) {
    const auto end = std::partition_point(cloth.folds.begin(), cloth.folds.end(), [&](const Fold& fold) {
        return has_limit(cloth.cosine_limit, fold);
    });
    return static_cast<int>(end - cloth.folds.begin());
}

/// Between two unit vectors at an angle of this cosine.
Lanes chords(const Lanes& cosines) { return root(larger(2 - 2 * cosines, Lanes{})); }

void pack_folds(const AdaptiveCloth& cloth, FoldWatch& watch) {
    watch.folds = cloth.folds.size();
    watch.limited = count_limited(cloth);
    watch.packets.resize((watch.limited + lane_count - 1) / lane_count);
    for (std::size_t k = 0; k < watch.packets.size(); ++k)
        for (int lane = 0; lane < lane_count; ++lane) {
            const int f = static_cast<int>(k) * lane_count + lane;
            const Fold& fold = cloth.folds[std::min(f, watch.limited - 1)];
            FoldPacket& packet = watch.packets[k];
            packet.a[lane] = fold.a, packet.b[lane] = fold.b, packet.c[lane] = fold.c;
            packet.d[lane] = cloth.squares ? fold.c : fold.d;
            const Limits limits = limits_of(cloth, fold);
            packet.limit[lane] = f < watch.limited ? std::max(limits.own, limits.other) : -2;
            const Real bending = part_of_angle(bending_part, packet.limit[lane]);
            packet.bending[lane] = bending * std::abs(bending);
        }
    for (FoldPacket& packet : watch.packets) packet.chord = chords(packet.limit);
}

/// Begins anew when the faces have changed. Returns how far points have gone [m], or infinity where nobody
/// asks: in a lively step, and after faces have been divided, which are moving.
Real follow(const Model& model, const AdaptiveCloth& cloth, const std::vector<Vec3>& x, FoldWatch& watch) {
    const Range points = model.parts[cloth.part].points;
    watch.knows_bending = false;
    if (watch.revision == model.revision && watch.folds == cloth.folds.size() &&
        static_cast<int>(watch.seen.size()) == points.count) {
        if (watch.is_lively) {
            std::copy_n(x.begin() + points.begin, points.count, watch.seen.begin());
            watch.knows_ways = false;
            return std::numeric_limits<Real>::infinity();
        }
        const Real way = longest_way(points, x, watch.seen);
        watch.travelled += way;
        return way;
    }
    const bool is_first_look = watch.revision < 0;
    watch.revision = model.revision;
    watch.knows_ways = false;
    watch.seen.assign(x.begin() + points.begin, x.begin() + points.end());
    pack_folds(cloth, watch);
    return is_first_look ? 0 : std::numeric_limits<Real>::infinity();
}

void note_bent(const Fold& fold, const Limits& limits, Real cosine, std::vector<int>& faces) {
    if (cosine < limits.own) faces.push_back(fold.face);
    if (cosine < limits.other) faces.push_back(fold.other);
}

Lanes cosines_between(const LaneVec3& u, const LaneVec3& v) {
    const Lanes squared = dot(u, u) * dot(v, v), none{};
    return squared > none ? dot(u, v) / root(squared) : all_lanes(1);
}

/// What four folds have their angles between: lines, or normals.
struct LaneArms {
    LaneVec3 u, v;
};

/// With at(places) where the points are.
template <class At>
LaneArms four_arms(bool squares, const FoldPacket& packet, const At& at) {
    const LaneVec3 a = at(packet.a), b = at(packet.b), edge = b - a;
    if (squares) return {edge, at(packet.c) - b};
    return {cross(edge, at(packet.c) - a), cross(at(packet.d) - a, edge)};
}

LaneArms four_arms(bool squares, const FoldPacket& packet, const Vec3* x) {
    return four_arms(squares, packet, [x](const LaneIndices& places) { return gather(places, x); });
}

/// [m] the least widths of the two triangles at each of four folds: their smallest heights. Of squares the
/// lengths of the two sides.
struct LaneWidths {
    Lanes one, two;
};

LaneWidths four_widths(bool squares, const FoldPacket& packet, const LaneArms& arms, const Vec3* x) {
    const Lanes one = root(dot(arms.u, arms.u)), two = root(dot(arms.v, arms.v)), none{};
    if (squares) return {one, two};
    const LaneVec3 a = gather(packet.a, x), b = gather(packet.b, x);
    const auto longest = [&](const LaneIndices& apex) {
        const LaneVec3 c = gather(apex, x), ab = b - a, bc = c - b, ca = a - c;
        return root(larger(dot(ab, ab), larger(dot(bc, bc), dot(ca, ca))));
    };
    const Lanes side = longest(packet.c), other_side = longest(packet.d);
    return {side > none ? one / side : none, other_side > none ? two / other_side : none};
}

Real least_lane(const Lanes& lanes) {
    return std::min(std::min(lanes[0], lanes[1]), std::min(lanes[2], lanes[3]));
}

/// [m] how far every point may go before the angle of any of four folds can have grown by its slack [rad].
/// With ends that have gone s, a side of length l has turned by at most asin(2 s / l) < 4 s / l while
/// s < l / 4; a triangle of width l tilts by at most atan(2 s / (l - 2 s)), which is less than that too.
Real safe_way(const LaneWidths& width, const Lanes& slack) {
    const Lanes sum = larger(width.one + width.two, all_lanes(1e-300));
    const Lanes way = smaller(smaller(width.one, width.two), slack * width.one * width.two / sum);
    return std::max(0.0, 0.25 * least_lane(way));
}

/// As fold_cosine, for four folds.
Lanes four_cosines(bool squares, const FoldPacket& packet, const Vec3* x) {
    const LaneArms arms = four_arms(squares, packet, x);
    return cosines_between(arms.u, arms.v);
}

/// The same where points will be when they go straight on for h [s].
Lanes four_cosines_ahead(bool squares, const FoldPacket& packet, const State& state, Real h) {
    const LaneArms arms = four_arms(squares, packet, [&](const LaneIndices& places) {
        return gather(places, state.x.data()) + h * gather(places, state.v.data());
    });
    return cosines_between(arms.u, arms.v);
}

void note_bent_packet(const AdaptiveCloth& cloth, const FoldWatch& watch, int packet, const Lanes& cosines,
                      std::vector<int>& faces) {
    const int first = packet * lane_count;
    for (int f = first; f < std::min(first + lane_count, watch.limited); ++f)
        note_bent(cloth.folds[f], limits_of(cloth, cloth.folds[f]), cosines[f - first], faces);
}

/// All folds with a limit, where the watch has just seen the points. Most are flat, which shows without a
/// root.
[[gnu::flatten]] void look_at_all(const AdaptiveCloth& cloth, const Vec3* x, FoldWatch& watch,
                                  std::vector<int>& faces) {
    watch.bending.clear();
    watch.knows_bending = true;
    for (std::size_t k = 0; k < watch.packets.size(); ++k) {
        const FoldPacket& packet = watch.packets[k];
        const LaneArms arms = four_arms(cloth.squares, packet, x);
        const Lanes along = dot(arms.u, arms.v);
        if (!any(along * magnitude(along) < packet.bending * dot(arms.u, arms.u) * dot(arms.v, arms.v)))
            continue;
        watch.bending.push_back(static_cast<int>(k));
        const Lanes cosines = cosines_between(arms.u, arms.v);
        if (any(cosines < packet.limit)) note_bent_packet(cloth, watch, static_cast<int>(k), cosines, faces);
    }
}

/// The folds that can have passed their limit since they were looked at, and when they can next.
[[gnu::flatten]] void look_where_due(const AdaptiveCloth& cloth, const Vec3* x, FoldWatch& watch,
                                     std::vector<int>& faces) {
    if (!watch.knows_ways) {
        watch.knows_ways = true;
        watch.travelled = 0;
        watch.due.assign(watch.packets.size(), 0);
    }
    for (std::size_t k = 0; k < watch.packets.size(); ++k) {
        if (watch.travelled < watch.due[k]) continue;
        const FoldPacket& packet = watch.packets[k];
        const LaneArms arms = four_arms(cloth.squares, packet, x);
        const Lanes cosines = cosines_between(arms.u, arms.v);
        if (any(cosines < packet.limit)) note_bent_packet(cloth, watch, static_cast<int>(k), cosines, faces);
        // chords of the unit circle differ by less than their angles, and cost no more than a root
        const LaneWidths widths = four_widths(cloth.squares, packet, arms, x);
        watch.due[k] = watch.travelled + safe_way(widths, packet.chord - chords(cosines));
    }
}

bool is_where_seen(Range points, const std::vector<Vec3>& x, const std::vector<Vec3>& seen) {
    return static_cast<int>(seen.size()) == points.count &&
           std::memcmp(seen.data(), x.data() + points.begin, seen.size() * sizeof(Vec3)) == 0;
}

[[gnu::noinline]] void sort_once(std::vector<int>& faces) {
    if (faces.empty()) return;
    std::sort(faces.begin(), faces.end());
    faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
}

}  // namespace

Real largest_angle(const AdaptiveCloth& cloth, int level, Real area) {
    const RefineRule& rule = cloth.rule;
    const Real reference = rule.reference_area > 0 ? rule.reference_area : cloth.largest_area;
    const Real levels = cloth.squares ? level : 0.5 * std::log2(reference / area);
    return std::max(0.0, rule.alpha + levels * rule.beta) * (std::numbers::pi / 180);
}

Real fold_cosine(const AdaptiveCloth& cloth, const Fold& fold, const std::vector<Vec3>& x) {
    const Vec3 &a = x[fold.a], &b = x[fold.b], &c = x[fold.c];
    if (cloth.squares) return cosine_between(b - a, c - b);
    const Vec3 edge = b - a;
    return cosine_between(edge.cross(c - a), (x[fold.d] - a).cross(edge));
}

void find_bent_faces(const AdaptiveCloth& cloth, const std::vector<Vec3>& x, std::vector<int>& faces) {
    faces.clear();
    for (int f = 0, end = count_limited(cloth); f < end; ++f) {
        const Fold& fold = cloth.folds[f];
        note_bent(fold, limits_of(cloth, fold), fold_cosine(cloth, fold, x), faces);
    }
    sort_once(faces);
}

void find_bent_faces(const Model& model, const AdaptiveCloth& cloth, const std::vector<Vec3>& x,
                     FoldWatch& watch, std::vector<int>& faces) {
    faces.clear();
    // where points go far in every step a fold is soon due again: what it takes to know when is not worth it
    if (follow(model, cloth, x, watch) >= worth_waiting * cloth.mean_length) {
        look_at_all(cloth, x.data(), watch, faces);
        return sort_once(faces);
    }
    look_where_due(cloth, x.data(), watch, faces);
    sort_once(faces);
}

void find_nearly_bent_faces(const AdaptiveCloth& cloth, const std::vector<Vec3>& x, const FoldWatch& watch,
                            Real part_of_limit, std::vector<int>& faces) {
    faces.clear();
    const auto near = [part_of_limit](Real limit) { return part_of_angle(part_of_limit, limit); };
    for (std::size_t k = 0; k < watch.packets.size(); ++k) {
        const FoldPacket& packet = watch.packets[k];
        const Lanes cosines = four_cosines(cloth.squares, packet, x.data());
        const int first = static_cast<int>(k) * lane_count;
        for (int f = first; f < std::min(first + lane_count, watch.limited); ++f) {
            if (cosines[f - first] >= near(packet.limit[f - first])) continue;
            const Limits limits = limits_of(cloth, cloth.folds[f]);
            note_bent(cloth.folds[f], {near(limits.own), near(limits.other)}, cosines[f - first], faces);
        }
    }
    sort_once(faces);
}

void find_bending_faces(const Model& model, const AdaptiveCloth& cloth, const State& state, Real h,
                        FoldWatch& watch, std::vector<int>& faces) {
    if (watch.revision != model.revision || !watch.knows_bending ||
        !is_where_seen(model.parts[cloth.part].points, state.x, watch.seen)) {
        follow(model, cloth, state.x, watch);
        look_at_all(cloth, state.x.data(), watch, faces);
    }
    faces.clear();
    for (const int k : watch.bending) {
        const Lanes cosines = four_cosines_ahead(cloth.squares, watch.packets[k], state, h);
        if (any(cosines < watch.packets[k].limit)) note_bent_packet(cloth, watch, k, cosines, faces);
    }
    sort_once(faces);
}

bool is_lively(const Model& model, const AdaptiveCloth& cloth, const std::vector<Vec3>& v, Real h) {
    const Range points = model.parts[cloth.part].points;
    const Vec3 common = sum_of(v.data() + points.begin, points.count) / std::max(1, points.count);
    const Real fast = worth_waiting * cloth.mean_length / h;
    for (int p = points.begin; p < points.end(); ++p)
        if ((v[p] - common).squaredNorm() >= fast * fast) return true;
    return false;
}

Real sharpest_fold(const AdaptiveCloth& cloth, const std::vector<Vec3>& x) {
    Real least = 1;
    for (const Fold& fold : cloth.folds) least = std::min(least, fold_cosine(cloth, fold, x));
    return std::acos(std::clamp(least, -1.0, 1.0));
}

}  // namespace souple
