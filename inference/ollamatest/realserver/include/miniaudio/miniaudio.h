// What llama.cpp's picture and sound helper names of miniaudio, for a server that
// is never given sound: Go's module of Ollama leaves the real header out. Every
// decoder here refuses its input.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstring>

typedef int ma_result;
typedef uint64_t ma_uint64;
typedef uint32_t ma_uint32;

enum { MA_SUCCESS = 0, MA_INVALID_FILE = -10 };

typedef enum { ma_format_f32 = 5 } ma_format;

struct ma_decoder_config {};
struct ma_decoder {};

static inline ma_decoder_config ma_decoder_config_init(ma_format, ma_uint32, ma_uint32) {
    return ma_decoder_config();
}

static inline ma_result ma_decoder_init_memory(const void *, size_t, const ma_decoder_config *, ma_decoder *) {
    return MA_INVALID_FILE;
}

static inline ma_result ma_decoder_get_length_in_pcm_frames(ma_decoder *, ma_uint64 *) {
    return MA_INVALID_FILE;
}

static inline ma_result ma_decoder_read_pcm_frames(ma_decoder *, void *, ma_uint64, ma_uint64 *) {
    return MA_INVALID_FILE;
}

static inline ma_result ma_decoder_uninit(ma_decoder *) {
    return MA_SUCCESS;
}
