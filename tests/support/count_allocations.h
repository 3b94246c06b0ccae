// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Counts every call of operator new in a test program. Include it in exactly one file of the program: it
// replaces the whole family, so that a sanitizer never sees memory of its own given to our delete.
#pragma once

#include <atomic>
#include <cstdlib>
#include <new>

namespace souple {

inline std::atomic<long> allocations{0};

inline void* count_and_allocate(std::size_t size) noexcept {
    ++allocations;
    return std::malloc(size == 0 ? 1 : size);
}
inline void* count_and_allocate(std::size_t size, std::align_val_t alignment) noexcept {
    ++allocations;
    const std::size_t align = static_cast<std::size_t>(alignment);
    return std::aligned_alloc(align, (size + align - 1) / align * align);
}
inline void* or_throw(void* memory) {
    if (!memory) throw std::bad_alloc();
    return memory;
}

}  // namespace souple

void* operator new(std::size_t size) { return souple::or_throw(souple::count_and_allocate(size)); }
void* operator new[](std::size_t size) { return souple::or_throw(souple::count_and_allocate(size)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return souple::count_and_allocate(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return souple::count_and_allocate(size);
}
void* operator new(std::size_t size, std::align_val_t a) {
    return souple::or_throw(souple::count_and_allocate(size, a));
}
void* operator new[](std::size_t size, std::align_val_t a) {
    return souple::or_throw(souple::count_and_allocate(size, a));
}

// (not inlined: gcc would see a free of what came from new)
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
