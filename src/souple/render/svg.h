// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The few shapes of SVG that plots need. Lengths are in pixels, y goes down.
#pragma once

#include <string>
#include <vector>

namespace souple {

struct SvgPoint {
    double x = 0, y = 0;
};

struct SvgBox {
    double x = 0, y = 0, width = 0, height = 0;
};

enum class TextAnchor { Start, Middle, End };

class SvgDrawing {
public:
    SvgDrawing(double width, double height);

    void box(const SvgBox& box, const std::string& style);
    void line(const SvgPoint& from, const SvgPoint& to, const std::string& style);
    void polyline(const std::vector<SvgPoint>& points, const std::string& style);
    void dot(const SvgPoint& centre, double radius, const std::string& style);
    void text(const SvgPoint& place, TextAnchor anchor, const std::string& style, const std::string& words);

    /// The whole file.
    std::string finish() const;

private:
    double width_, height_;
    std::string body_;
};

}  // namespace souple
