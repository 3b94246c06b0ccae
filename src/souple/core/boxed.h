// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A value kept on the heap, so that who holds it need not have read its definition. Copied, it copies the
// value.
#pragma once

#include <memory>
#include <utility>

namespace souple {

template <class T>
class Boxed {
public:
    Boxed() : value_(std::make_unique<T>()) {}
    Boxed(const Boxed& other) : value_(std::make_unique<T>(*other)) {}
    Boxed(Boxed&& other) noexcept = default;  // the other may only be assigned to or destroyed then
    Boxed& operator=(const Boxed& other) { return *this = Boxed(other); }
    Boxed& operator=(Boxed&& other) noexcept = default;
    ~Boxed() = default;

    T& operator*() { return *value_; }
    const T& operator*() const { return *value_; }
    T* operator->() { return value_.get(); }
    const T* operator->() const { return value_.get(); }

private:
    std::unique_ptr<T> value_;
};

}  // namespace souple
