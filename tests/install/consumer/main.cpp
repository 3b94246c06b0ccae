// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A program outside the tree: hangs a cloth with the installed headers and library.
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
    for (int i = 0; i < 60; ++i)
        if (world.step({.h = 1.0 / 60}).failure) return 1;
    const double lowest = min_height(world.state, world.model.parts[0]);
    std::printf("after a second the cloth hangs down to %.3f m\n", lowest);
    return lowest < -0.5 ? 0 : 1;
}
