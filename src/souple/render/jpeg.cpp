// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/render/jpeg.h"

#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>

// (needs std::FILE and std::size_t before it)
#include <jpeglib.h>

#include "souple/core/errors.h"

namespace souple {

namespace {

struct JumpingErrors {
    jpeg_error_mgr manager{};
    std::jmp_buf escape{};
    char message[JMSG_LENGTH_MAX] = "";
};

void leave(j_common_ptr codec) {
    auto* errors = reinterpret_cast<JumpingErrors*>(codec->err);
    codec->err->format_message(codec, errors->message);
    std::longjmp(errors->escape, 1);
}

/// What the library allocates. Nothing here may need a destructor: errors jump over it.
struct Encoded {
    unsigned char* data = nullptr;
    unsigned long size = 0;
};

void feed(jpeg_compress_struct& codec, const ByteImage& image, int quality) {
    codec.image_width = static_cast<JDIMENSION>(image.width);
    codec.image_height = static_cast<JDIMENSION>(image.height);
    codec.input_components = 3;
    codec.in_color_space = JCS_RGB;
    jpeg_set_defaults(&codec);
    jpeg_set_quality(&codec, quality, TRUE);
    codec.optimize_coding = TRUE;
    jpeg_start_compress(&codec, TRUE);
    while (codec.next_scanline < codec.image_height) {
        const std::size_t start = std::size_t{3} * codec.next_scanline * codec.image_width;
        JSAMPROW row = const_cast<JSAMPROW>(image.bytes.data() + start);
        jpeg_write_scanlines(&codec, &row, 1);
    }
    jpeg_finish_compress(&codec);
}

bool compress(const ByteImage& image, int quality, JumpingErrors& errors, Encoded& out) {
    jpeg_compress_struct codec{};
    codec.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = leave;
    if (setjmp(errors.escape) != 0) {
        jpeg_destroy_compress(&codec);
        return false;
    }
    jpeg_create_compress(&codec);
    jpeg_mem_dest(&codec, &out.data, &out.size);
    feed(codec, image, quality);
    jpeg_destroy_compress(&codec);
    return true;
}

}  // namespace

std::vector<std::uint8_t> encode_jpeg(const ByteImage& image, int quality) {
    JumpingErrors errors;
    Encoded out;
    const bool whole = compress(image, quality, errors, out);
    std::vector<std::uint8_t> bytes;
    if (whole) bytes.assign(out.data, out.data + out.size);
    std::free(out.data);
    if (!whole) throw InputError(std::string("cannot make a JPEG: ") + errors.message);
    return bytes;
}

}  // namespace souple
