// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What the studio says over HTTP: the page, the schema, pictures of scenes. Knows no sockets.
#pragma once

#include <string>
#include <string_view>

namespace souple::studio {

/// The files of the page, as built into the program.
struct PageFiles {
    std::string_view index_html, app_js, app_css;
};
PageFiles page_files();

/// False when the program was built without npm or its packages; the page is then empty.
bool has_page();

struct HttpAnswer {
    int status = 404;
    std::string type = "text/plain; charset=utf-8";
    std::string body;
};

/// The answer to GET of a target that came with the right token; `target` is what follows the token.
HttpAnswer answer_get(const std::string& folder, std::string_view target);

/// Whether the head of a request belongs to this studio: its token, its host, and no foreign origin.
struct RequestHead {
    std::string_view target, host, origin;
};
struct Address {
    std::string token;
    int port = 0;
};
/// What follows the token in the target; empty when the request must be refused.
std::string_view admitted_target(const Address& address, const RequestHead& head);

/// 128 random bits as hexadecimal digits.
std::string make_token();

}  // namespace souple::studio
