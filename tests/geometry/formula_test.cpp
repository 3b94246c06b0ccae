// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/formula.h
#include "souple/geometry/formula.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/random_geometry.h"
#include "souple/core/errors.h"

using namespace souple;
using testing::HasSubstr;

namespace {

Real value_of(const char* text, const Vec3& p = Vec3::Zero(), Real t = 0) {
    return evaluate(parse_formula(text), p, t).value;
}

std::string error_of(const std::string& text) {
    try {
        parse_formula(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace

TEST(Formula, operations_bind_as_in_a_textbook) {
    EXPECT_EQ(value_of("1 + 2 * 3"), 7);
    EXPECT_EQ(value_of("(1 + 2) * 3"), 9);
    EXPECT_EQ(value_of("8 / 4 / 2"), 1);
    EXPECT_EQ(value_of("8 - 4 - 2"), 2);
    EXPECT_EQ(value_of("-2^2"), -4);
    EXPECT_EQ(value_of("2^3^2"), 512);
    EXPECT_EQ(value_of("2^-1"), 0.5);
    EXPECT_EQ(value_of("2 * -3 - -4"), -2);
    EXPECT_EQ(value_of("1.5e2 + .5"), 150.5);
    EXPECT_EQ(value_of("min(3, 2) + 10 * max(3, 2)"), 32);
    EXPECT_NEAR(value_of("sin(pi / 6) + cos(0) + sqrt(16) + abs(-3) + exp(log(5))"), 13.5, 1e-14);
    EXPECT_EQ(value_of("x - 10 * y + 100 * z + 1000 * t", {1, 2, 3}, 4), 4281);
    EXPECT_EQ(value_of("x^2 + y^0", {-3, 0, 0}), 10);
}

TEST(Formula, gradient_is_that_of_finite_differences) {
    Rng rng{7};
    for (const char* text : {"x*y - z/x + t", "sin(x*y) + cos(z)*tan(t/3)", "sqrt(x^2 + y^2 + z^2) - 1",
                             "abs(x - 0.3)*exp(-y^2)", "log(1 + x^2 + y^4)", "min(x, y) * max(z, x + t)",
                             "(1 + x^2)^(y + z)", "x^3 - 2^z / (3 + t^2)"}) {
        const Formula formula = parse_formula(text);
        for (int trial = 0; trial < 20; ++trial) {
            const Vec3 p = random_point(rng, 1);
            const Real t = rng.uniform(), h = 1e-6;
            const FormulaValue field = evaluate(formula, p, t);
            for (int axis = 0; axis < 3; ++axis) {
                const Vec3 e = h * Vec3::Unit(axis);
                const Real slope =
                    (evaluate(formula, p + e, t).value - evaluate(formula, p - e, t).value) / (2 * h);
                EXPECT_NEAR(field.gradient[axis], slope, 1e-6 * (1 + field.gradient.squaredNorm())) << text;
            }
            const Real rate =
                (evaluate(formula, p, t + h).value - evaluate(formula, p, t - h).value) / (2 * h);
            EXPECT_NEAR(field.rate, rate, 1e-6 * (1 + std::abs(rate))) << text;
        }
    }
}

TEST(Formula, errors_name_the_column) {
    EXPECT_THAT(error_of(""), HasSubstr("column 1: the expression ends too early"));
    EXPECT_THAT(error_of("x + "), HasSubstr("column 5: the expression ends too early"));
    EXPECT_THAT(error_of("x + q*2"), HasSubstr("column 5: unknown name 'q'"));
    EXPECT_THAT(error_of("sin x"), HasSubstr("column 5: expected '('"));
    EXPECT_THAT(error_of("(x + 1"), HasSubstr("column 7: expected ')'"));
    EXPECT_THAT(error_of("min(x)"), HasSubstr("column 6: expected ','"));
    EXPECT_THAT(error_of("x y"), HasSubstr("column 3: unexpected 'y'"));
    EXPECT_THAT(error_of("x $ y"), HasSubstr("column 3: unexpected '$'"));
    EXPECT_THAT(error_of(std::string("x\0y", 3)), HasSubstr("column 2"));
    EXPECT_THAT(error_of("1e999"), HasSubstr("column 1"));
}

TEST(Formula, deep_nesting_is_refused_and_does_not_overflow_the_stack) {
    EXPECT_EQ(value_of("((((((((((3))))))))))"), 3);
    EXPECT_THAT(error_of(std::string(200000, '(')), HasSubstr("nested deeper"));
    std::string minuses(200000, '-');
    minuses.push_back('x');
    EXPECT_THAT(error_of(minuses), HasSubstr("nested deeper"));
    std::string powers = "2", wide = "x";
    for (int i = 0; i < 100000; ++i) powers += "^2";
    EXPECT_THAT(error_of(powers), HasSubstr("nested deeper"));
    for (int i = 0; i < 100000; ++i) wide += "+x";
    EXPECT_EQ(value_of(wide.c_str(), {1, 0, 0}), 100001);  // long is fine, deep is not
    std::string right = "x";
    for (int i = 0; i < 63; ++i) right = "x+(" + right + ")";
    EXPECT_EQ(value_of(right.c_str(), {1, 0, 0}), 64);
    EXPECT_THAT(error_of("x+(" + right + ")"), HasSubstr("column"));
}
