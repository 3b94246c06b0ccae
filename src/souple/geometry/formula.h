// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// An arithmetic expression in x, y, z and t, read from text and evaluated together with its derivatives.
//
//   sum     = product { (+|-) product }
//   product = unary { (*|/) unary }
//   unary   = (+|-) unary | power             -2^2 is -4
//   power   = atom [ ^ unary ]                2^3^2 is 2^9, 2^-1 is 0.5
//   atom    = number | x | y | z | t | pi | function ( sum [, sum] ) | ( sum )
//   function: sin cos tan sqrt abs exp log, and min max of two
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "souple/math/types.h"

namespace souple {

enum class FormulaOp {
    Number,
    X,
    Y,
    Z,
    T,
    Negate,
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Sin,
    Cos,
    Tan,
    Sqrt,
    Abs,
    Exp,
    Log,
    Min,
    Max
};

struct FormulaStep {
    FormulaOp op = FormulaOp::Number;
    Real number = 0;  ///< of Number
};

/// A postfix program: operands before their operation.
struct Formula {
    std::string text;
    std::vector<FormulaStep> steps;
};

/// Brackets, signs and powers may nest this deep, and as many operands may wait for their operation.
constexpr int formula_depth = 64;

/// Throws InputError that names the column (from 1) of the first thing that is not understood.
Formula parse_formula(std::string_view text);

struct FormulaValue {
    Real value = 0;
    Vec3 gradient = Vec3::Zero();  ///< by x, y, z
    Real rate = 0;                 ///< by t
};

/// Exact derivatives by forward dual numbers. Where there is none (abs at 0, a tie of min or max) one side's.
FormulaValue evaluate(const Formula& formula, const Vec3& p, Real t = 0);

}  // namespace souple
