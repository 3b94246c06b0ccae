// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/render/picture.h"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <cmath>

#include "souple/core/errors.h"
#include "souple/core/files.h"
#include "souple/render/file_names.h"
#include "souple/render/jpeg.h"
#include "souple/view/palette.h"

namespace souple {

namespace {

std::vector<std::uint8_t> encode_png(const Picture& picture) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(picture.width);
    image.height = static_cast<png_uint_32>(picture.height);
    image.format = PNG_FORMAT_RGB;
    const std::vector<std::uint8_t> pixels = to_bytes(picture);
    std::vector<std::uint8_t> bytes(PNG_IMAGE_PNG_SIZE_MAX(image));
    png_alloc_size_t size = bytes.size();
    if (!png_image_write_to_memory(&image, bytes.data(), &size, 0, pixels.data(), 0, nullptr))
        throw InputError(fmt::format("cannot make a PNG: {}", image.message));
    bytes.resize(size);
    return bytes;
}

void write_bytes(const std::string& path, const std::vector<std::uint8_t>& bytes) {
    write_whole_file(path, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

}  // namespace

Picture make_picture(int width, int height) {
    if (width < 1 || height < 1 || width > 16384 || height > 16384)
        throw InputError(
            fmt::format("a picture cannot be {} x {} pixels; both may be 1 to 16384", width, height));
    return {width, height, std::vector<float>(static_cast<std::size_t>(width) * height * 3)};
}

// straight up to the knee, so that colours stay as they were chosen; a shoulder above it
static constexpr float knee = 0.7f;

float tone_mapped(float light) {
    float bent = std::max(light, 0.0f);
    if (bent > knee) bent = knee + (1 - knee) * (1 - std::exp(-(bent - knee) / (1 - knee)));
    return bent <= 0.0031308f ? 12.92f * bent : 1.055f * std::pow(bent, 1 / 2.4f) - 0.055f;
}

float untone_mapped(float shown) {
    if (shown <= knee) return shown;
    const float below_white = std::max((1 - shown) / (1 - knee), 0.002f);
    return knee - (1 - knee) * std::log(below_white);
}

std::vector<std::uint8_t> to_bytes(const Picture& picture) {
    std::vector<std::uint8_t> bytes(picture.rgb.size());
    std::transform(picture.rgb.begin(), picture.rgb.end(), bytes.begin(), [](float light) {
        return static_cast<std::uint8_t>(std::clamp(255 * tone_mapped(light) + 0.5f, 0.0f, 255.0f));
    });
    return bytes;
}

void write_picture(const std::string& path, const Picture& picture, int quality) {
    const std::string ending = extension_of(path);
    if (ending == "png")
        write_bytes(path, encode_png(picture));
    else if (ending == "jpg" || ending == "jpeg")
        write_bytes(path, encode_jpeg({picture.width, picture.height, to_bytes(picture)}, quality));
    else
        throw InputError(fmt::format("{}: a picture is written as .png or .jpg", path));
}

Picture read_png(const std::string& path) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_file(&image, path.c_str()))
        throw InputError(fmt::format("cannot read {}: {}", path, image.message));
    image.format = PNG_FORMAT_RGB;
    Picture picture = make_picture(static_cast<int>(image.width), static_cast<int>(image.height));
    std::vector<std::uint8_t> bytes(PNG_IMAGE_SIZE(image));
    if (!png_image_finish_read(&image, nullptr, bytes.data(), 0, nullptr))
        throw InputError(fmt::format("cannot read {}: {}", path, image.message));
    std::transform(bytes.begin(), bytes.end(), picture.rgb.begin(),
                   [](std::uint8_t byte) { return linear_light(static_cast<float>(byte) / 255); });
    return picture;
}

}  // namespace souple
