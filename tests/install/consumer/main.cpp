// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A program outside the tree: hangs a cloth with the installed headers and library.
#include <algorithm>
#include <cstdio>

#include <souple/souple.h>

int main() {
    souple::World world;
    souple::ClothDef cloth;
    cloth.columns = cloth.rows = 8;
    cloth.stiffness = 50;
    cloth.part.substeps = 16;
    cloth.holds.pins = {{.edge = "left"}};
    add_cloth(world, cloth);
    double lowest = 0;
    for (int i = 0; i < 60; ++i) {
        if (world.step({.h = 1.0 / 60}).failure) return 1;
        lowest = std::min(lowest, min_height(world.state, world.model.parts[0]));
    }
    std::printf("the cloth swung down to %.3f m\n", lowest);
    return lowest < -0.9 ? 0 : 1;
}
