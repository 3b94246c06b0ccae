// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Hello: a cloth swings down from its pinned edge.
// The shortest program there is: a world, one part, steps.
// Look for the free edge falling from the height of the pins to a cloth's length below them.
#include <fmt/format.h>

#include <souple/souple.h>

int main() {
    souple::World world;
    souple::ClothDef cloth;  // a square metre of 20 x 20 squares
    cloth.holds.pins = {{.edge = "top"}};
    add_cloth(world, cloth);
    souple::Real lowest = 0;
    for (int i = 0; i < 240; ++i) {  // two seconds
        if (world.step().failure) return 1;
        lowest = std::min(lowest, min_height(world.state, world.model.parts[0]));
    }
    fmt::print("the free edge swung down to {:.3f} m\n", lowest);
    return lowest < -0.95 && lowest > -1.3 ? 0 : 1;
}
