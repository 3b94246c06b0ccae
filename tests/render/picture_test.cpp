// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/render/picture.h and picture_difference.h
#include "souple/render/picture.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "souple/core/errors.h"
#include "souple/render/picture_difference.h"
#include "souple/view/palette.h"

namespace souple {
namespace {

std::string picture_name(const char* name) {
    return (std::filesystem::path(testing::TempDir()) / name).string();
}

Picture ramp() {
    Picture picture = make_picture(32, 8);
    for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 32; ++x) {
            picture.pixel(x, y)[0] = static_cast<float>(x) / 50;
            picture.pixel(x, y)[1] = static_cast<float>(y) / 20;
            picture.pixel(x, y)[2] = 0.25f;
        }
    return picture;
}

TEST(Picture, a_png_reads_back_as_it_was_shown) {
    const std::string path = picture_name("ramp.png");
    write_picture(path, ramp());
    const Picture back = read_png(path);
    ASSERT_EQ(back.width, 32);
    ASSERT_EQ(back.height, 8);
    EXPECT_EQ(back.rgb.size(), ramp().rgb.size());
    for (std::size_t i = 0; i < back.rgb.size(); ++i)
        EXPECT_NEAR(tone_mapped(back.rgb[i]), tone_mapped(ramp().rgb[i]), 0.51 / 255);
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
}

TEST(Picture, a_jpeg_is_smaller_when_its_quality_is_lower) {
    const std::string fine = picture_name("fine.jpg"), coarse = picture_name("coarse.JPG");
    write_picture(fine, ramp(), 95);
    write_picture(coarse, ramp(), 10);
    EXPECT_GT(std::filesystem::file_size(fine), std::filesystem::file_size(coarse));
    std::ifstream file(fine, std::ios::binary);
    EXPECT_EQ(file.get(), 0xff);
    EXPECT_EQ(file.get(), 0xd8);
}

TEST(Picture, an_unknown_ending_or_an_unwritable_place_is_named) {
    EXPECT_THROW(write_picture(picture_name("x.bmp"), ramp()), InputError);
    const std::string nowhere = picture_name("no_such_folder") + "/x.png";
    try {
        write_picture(nowhere, ramp());
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find(nowhere), std::string::npos);
    }
    EXPECT_THROW(read_png(nowhere), InputError);
    EXPECT_THROW(make_picture(0, 5), InputError);
}

TEST(Picture, tone_mapping_rises_and_stays_below_white) {
    float last = -1;
    for (float light = 0; light < 2; light += 0.01f) {
        EXPECT_GT(tone_mapped(light), last);
        last = tone_mapped(light);
    }
    EXPECT_LE(last, 1);
    EXPECT_EQ(tone_mapped(0), 0);
    EXPECT_NEAR(tone_mapped(linear_light(0.5f)), 0.5f, 1e-6);
}

TEST(PictureDifference, equal_pictures_do_not_differ_and_black_differs_from_white_by_one) {
    EXPECT_EQ(picture_difference(ramp(), ramp()).largest, 0);
    Picture black = make_picture(6, 6), white = black;
    for (float& light : white.rgb) light = 100;
    EXPECT_NEAR(picture_difference(black, white).mean, 1, 1e-3);
    EXPECT_EQ(picture_difference(black, ramp()).mean, 1);
}

TEST(PictureDifference, a_moved_edge_counts_more_than_noise) {
    Picture plain = make_picture(40, 40), noisy = plain, moved = plain;
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 40; ++x)
            for (int k = 0; k < 3; ++k) {
                plain.pixel(x, y)[k] = x < 20 ? 0.2f : 0.6f;
                moved.pixel(x, y)[k] = x < 24 ? 0.2f : 0.6f;
                noisy.pixel(x, y)[k] = plain.pixel(x, y)[k] + ((x + y) % 2 ? 0.05f : -0.05f);
            }
    EXPECT_GT(picture_difference(plain, moved).largest, 5 * picture_difference(plain, noisy).largest);
}

}  // namespace
}  // namespace souple
