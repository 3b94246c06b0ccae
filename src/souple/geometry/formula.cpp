// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/formula.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <numbers>
#include <optional>
#include <utility>

#include "souple/core/errors.h"

namespace souple {

namespace {

bool is_leaf(FormulaOp op) { return op <= FormulaOp::T; }
bool is_binary(FormulaOp op) {
    return (op >= FormulaOp::Add && op <= FormulaOp::Power) || op == FormulaOp::Min || op == FormulaOp::Max;
}

/// Recursive descent over the grammar of the header; every way down passes through unary(), which counts.
class Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {}

    Formula parse() {
        sum();
        if (here() != '\0') fail(fmt::format("unexpected '{}'", here()));
        if (place_ < text_.size()) fail("unexpected character");
        return {std::string(text_), std::move(steps_)};
    }

private:
    void sum() {
        product();
        for (char c = here(); c == '+' || c == '-'; c = here()) {
            ++place_;
            product();
            push(c == '+' ? FormulaOp::Add : FormulaOp::Subtract);
        }
    }

    void product() {
        unary();
        for (char c = here(); c == '*' || c == '/'; c = here()) {
            ++place_;
            unary();
            push(c == '*' ? FormulaOp::Multiply : FormulaOp::Divide);
        }
    }

    void unary() {
        const char c = here();
        if (++depth_ > formula_depth) fail(fmt::format("nested deeper than {}", formula_depth));
        if (c == '+' || c == '-') {
            ++place_;
            unary();
            if (c == '-') push(FormulaOp::Negate);
        } else {
            power();
        }
        --depth_;
    }

    void power() {
        atom();
        if (here() != '^') return;
        ++place_;
        unary();
        push(FormulaOp::Power);
    }

    void atom() {
        const char c = here();
        if (c == '(') {
            ++place_;
            sum();
            expect(')');
        } else if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') {
            number();
        } else if (std::isalpha(static_cast<unsigned char>(c))) {
            word();
        } else {
            fail(c == '\0' ? std::string("the expression ends too early")
                           : fmt::format("unexpected '{}'", c));
        }
    }

    void number() {
        Real value = 0;
        const char* end = text_.data() + text_.size();
        const auto [next, error] = std::from_chars(text_.data() + place_, end, value);
        if (error != std::errc{}) fail("not a number");
        place_ = static_cast<std::size_t>(next - text_.data());
        push(FormulaOp::Number, value);
    }

    void word() {
        const std::size_t begin = place_;
        while (place_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[place_]))) ++place_;
        const std::string_view name = text_.substr(begin, place_ - begin);
        if (name == "pi") return push(FormulaOp::Number, std::numbers::pi);
        const std::optional<FormulaOp> op = op_named(name);
        if (!op) {
            place_ = begin;
            fail(fmt::format("unknown name '{}'", name));
        }
        if (is_leaf(*op)) return push(*op);
        expect('(');
        sum();
        if (is_binary(*op)) {
            expect(',');
            sum();
        }
        expect(')');
        push(*op);
    }

    static std::optional<FormulaOp> op_named(std::string_view name) {
        constexpr std::array<std::pair<std::string_view, FormulaOp>, 13> names = {{{"x", FormulaOp::X},
                                                                                   {"y", FormulaOp::Y},
                                                                                   {"z", FormulaOp::Z},
                                                                                   {"t", FormulaOp::T},
                                                                                   {"sin", FormulaOp::Sin},
                                                                                   {"cos", FormulaOp::Cos},
                                                                                   {"tan", FormulaOp::Tan},
                                                                                   {"sqrt", FormulaOp::Sqrt},
                                                                                   {"abs", FormulaOp::Abs},
                                                                                   {"exp", FormulaOp::Exp},
                                                                                   {"log", FormulaOp::Log},
                                                                                   {"min", FormulaOp::Min},
                                                                                   {"max", FormulaOp::Max}}};
        for (const auto& [known, op] : names)
            if (known == name) return op;
        return std::nullopt;
    }

    /// Keeps count of the operands that wait, so that evaluate() needs no check.
    void push(FormulaOp op, Real number = 0) {
        if (is_leaf(op) && ++waiting_ > formula_depth)
            fail(fmt::format("more than {} operands wait for an operation", formula_depth));
        if (is_binary(op)) --waiting_;
        steps_.push_back({op, number});
    }

    /// The next character that is not a blank, or 0 at the end.
    char here() {
        while (place_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[place_]))) ++place_;
        return place_ < text_.size() ? text_[place_] : '\0';
    }

    void expect(char c) {
        if (here() != c) fail(fmt::format("expected '{}'", c));
        ++place_;
    }

    [[noreturn]] void fail(const std::string& problem) const {
        throw InputError(fmt::format("formula, column {}: {}", place_ + 1, problem));
    }

    std::string_view text_;
    std::size_t place_ = 0;
    int depth_ = 0, waiting_ = 0;
    std::vector<FormulaStep> steps_;
};

/// A number and its derivatives by x, y, z, t.
struct Dual {
    Real value;
    std::array<Real, 4> slope;
};

/// The dual of f(a) when f'(a) is `derivative`.
Dual chain(Real value, Real derivative, const Dual& a) {
    Dual r{value, {}};
    for (int k = 0; k < 4; ++k) r.slope[k] = a.slope[k] == 0 ? 0 : derivative * a.slope[k];
    return r;
}

/// The dual of f(a, b) with partial derivatives da and db.
Dual chain(Real value, Real da, const Dual& a, Real db, const Dual& b) {
    Dual r{value, {}};
    for (int k = 0; k < 4; ++k)
        r.slope[k] = (a.slope[k] == 0 ? 0 : da * a.slope[k]) + (b.slope[k] == 0 ? 0 : db * b.slope[k]);
    return r;
}

Dual apply_unary(FormulaOp op, const Dual& a) {
    const Real v = a.value;
    switch (op) {
        case FormulaOp::Negate:
            return chain(-v, -1, a);
        case FormulaOp::Sin:
            return chain(std::sin(v), std::cos(v), a);
        case FormulaOp::Cos:
            return chain(std::cos(v), -std::sin(v), a);
        case FormulaOp::Tan:
            return chain(std::tan(v), 1 + std::tan(v) * std::tan(v), a);
        case FormulaOp::Sqrt:
            return chain(std::sqrt(v), 0.5 / std::sqrt(v), a);
        case FormulaOp::Abs:
            return chain(std::abs(v), v < 0 ? -1 : 1, a);
        case FormulaOp::Exp:
            return chain(std::exp(v), std::exp(v), a);
        default:
            return chain(std::log(v), 1 / v, a);
    }
}

Dual apply_binary(FormulaOp op, const Dual& a, const Dual& b) {
    const Real u = a.value, v = b.value;
    switch (op) {
        case FormulaOp::Add:
            return chain(u + v, 1, a, 1, b);
        case FormulaOp::Subtract:
            return chain(u - v, 1, a, -1, b);
        case FormulaOp::Multiply:
            return chain(u * v, v, a, u, b);
        case FormulaOp::Divide:
            return chain(u / v, 1 / v, a, -u / (v * v), b);
        case FormulaOp::Power:
            return chain(std::pow(u, v), v * std::pow(u, v - 1), a, std::pow(u, v) * std::log(u), b);
        case FormulaOp::Min:
            return u <= v ? a : b;
        default:
            return u >= v ? a : b;
    }
}

Dual leaf(const FormulaStep& step, const Vec3& p, Real t) {
    switch (step.op) {
        case FormulaOp::X:
            return {p.x(), {1, 0, 0, 0}};
        case FormulaOp::Y:
            return {p.y(), {0, 1, 0, 0}};
        case FormulaOp::Z:
            return {p.z(), {0, 0, 1, 0}};
        case FormulaOp::T:
            return {t, {0, 0, 0, 1}};
        default:
            return {step.number, {0, 0, 0, 0}};
    }
}

}  // namespace

Formula parse_formula(std::string_view text) { return Parser(text).parse(); }

FormulaValue evaluate(const Formula& formula, const Vec3& p, Real t) {
    std::array<Dual, formula_depth> stack;
    int size = 0;
    for (const FormulaStep& step : formula.steps) {
        if (is_leaf(step.op)) {
            stack[size++] = leaf(step, p, t);
        } else if (is_binary(step.op)) {
            --size;
            stack[size - 1] = apply_binary(step.op, stack[size - 1], stack[size]);
        } else {
            stack[size - 1] = apply_unary(step.op, stack[size - 1]);
        }
    }
    if (size == 0) return {};
    const Dual& result = stack[0];
    return {result.value, {result.slope[0], result.slope[1], result.slope[2]}, result.slope[3]};
}

}  // namespace souple
