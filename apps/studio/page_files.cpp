// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The files of the page inside the program: the assembler copies them, no compiler has to read them.
#include "http_answers.h"

asm(R"(
    .section .rodata
    .balign 8
    souple_index_html: .incbin ")" SOUPLE_PAGE_DIR R"(/index.html"
    souple_index_html_end: .byte 0
    souple_app_js: .incbin ")" SOUPLE_PAGE_DIR R"(/app.js"
    souple_app_js_end: .byte 0
    souple_app_css: .incbin ")" SOUPLE_PAGE_DIR R"(/app.css"
    souple_app_css_end: .byte 0
    .globl souple_index_html, souple_index_html_end, souple_app_js, souple_app_js_end
    .globl souple_app_css, souple_app_css_end
    .previous
)");

extern "C" {
extern const char souple_index_html[], souple_index_html_end[];
extern const char souple_app_js[], souple_app_js_end[];
extern const char souple_app_css[], souple_app_css_end[];
}

namespace souple::studio {

PageFiles page_files() {
    return {{souple_index_html, souple_index_html_end},
            {souple_app_js, souple_app_js_end},
            {souple_app_css, souple_app_css_end}};
}

}  // namespace souple::studio
