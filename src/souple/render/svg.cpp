// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/render/svg.h"

#include <fmt/format.h>

namespace souple {

namespace {

std::string escaped(const std::string& words) {
    std::string out;
    for (const char c : words) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else
            out += static_cast<unsigned char>(c) < 32 ? ' ' : c;
    }
    return out;
}

const char* name_of(TextAnchor anchor) {
    if (anchor == TextAnchor::Middle) return "middle";
    return anchor == TextAnchor::End ? "end" : "start";
}

}  // namespace

SvgDrawing::SvgDrawing(double width, double height) : width_(width), height_(height) {}

void SvgDrawing::box(const SvgBox& box, const std::string& style) {
    body_ += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" {}/>\n", box.x,
                         box.y, box.width, box.height, style);
}

void SvgDrawing::line(const SvgPoint& from, const SvgPoint& to, const std::string& style) {
    body_ += fmt::format("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" {}/>\n", from.x,
                         from.y, to.x, to.y, style);
}

void SvgDrawing::polyline(const std::vector<SvgPoint>& points, const std::string& style) {
    body_ += "<polyline points=\"";
    for (const SvgPoint& point : points) body_ += fmt::format("{:.2f},{:.2f} ", point.x, point.y);
    body_ += fmt::format("\" fill=\"none\" {}/>\n", style);
}

void SvgDrawing::dot(const SvgPoint& centre, double radius, const std::string& style) {
    body_ += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\" {}/>\n", centre.x, centre.y,
                         radius, style);
}

void SvgDrawing::text(const SvgPoint& place, TextAnchor anchor, const std::string& style,
                      const std::string& words) {
    body_ += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"{}\" {}>{}</text>\n", place.x,
                         place.y, name_of(anchor), style, escaped(words));
}

std::string SvgDrawing::finish() const {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 {0:g} "
        "{1:g}\" "
        "font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"11\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{2}</svg>\n",
        width_, height_, body_);
}

}  // namespace souple
