// SPDX-License-Identifier: Apache-2.0
#pragma once

/// 1 when built with the address or the thread sanitizer of gcc or clang, which bring shadow memory and a malloc of
/// their own, else 0.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PERCUSS_UNDER_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PERCUSS_UNDER_SANITIZER 1
#endif
#endif
#ifndef PERCUSS_UNDER_SANITIZER
#define PERCUSS_UNDER_SANITIZER 0
#endif
