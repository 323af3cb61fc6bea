#define _GNU_SOURCE
#include "SimulatedThread.h"
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// 2026-01-01T00:00:00Z.
static const int64_t epoch_seconds = 1767225600;

static _Thread_local void *owner;
static _Thread_local int64_t virtual_nanoseconds = -1;
static _Thread_local int64_t readings;
static _Thread_local void *reader[16];
static _Thread_local int reader_depth;
static _Thread_local bool is_tracing;

void *simulated_thread_owner(void) { return owner; }

void simulated_thread_set_owner(void *simulation) { owner = simulation; }

void simulated_thread_set_time(int64_t nanoseconds) { virtual_nanoseconds = nanoseconds; }

int64_t simulated_thread_processor_nanoseconds(void) {
    struct timespec used;
    syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &used);
    return (int64_t)used.tv_sec * 1000000000 + used.tv_nsec;
}

int64_t simulated_thread_real_nanoseconds(void) {
    struct timespec now;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t simulated_thread_take_clock_readings(void) {
    int64_t taken = readings;
    readings = 0;
    return taken;
}

int simulated_thread_reader(void **out, int room) {
    int count = reader_depth < room ? reader_depth : room;
    memcpy(out, reader, count * sizeof(void *));
    return count;
}

bool simulated_thread_symbol(const void *address, char *out, int room) {
    Dl_info info;
    if (!dladdr(address, &info)) return false;
    const char *file = info.dli_fname ? info.dli_fname : "?";
    const char *slash = strrchr(file, '/');
    long offset = (long)((const char *)address - (const char *)info.dli_fbase);
    const char *name = info.dli_sname ? info.dli_sname : "";
    snprintf(out, room, "%s %s+0x%lx", name, slash ? slash + 1 : file, offset);
    return true;
}

// Walks the chain of frame pointers, which Swift preserves.
static int walk(void **frame, void **out, int room) {
    int depth = 0;
    while (frame && depth < room && frame[1]) {
        out[depth++] = frame[1];
        void **next = frame[0];
        if (next <= frame || (char *)next - (char *)frame > 1 << 20) break;
        frame = next;
    }
    return depth;
}

int simulated_thread_callers(void **out, int room) {
    return walk(__builtin_frame_address(0), out, room);
}

int clock_gettime(clockid_t clock, struct timespec *out) {
    if (virtual_nanoseconds < 0) return (int)syscall(SYS_clock_gettime, clock, out);
    if (clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME) {
        // The first read of a step identifies the caller.
        if (readings++ == 0 && !is_tracing) {
            is_tracing = true;
            reader_depth = walk(__builtin_frame_address(0), reader, 16);
            is_tracing = false;
        }
    }
    bool is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    out->tv_sec = (is_wall ? epoch_seconds : 1000) + virtual_nanoseconds / 1000000000;
    out->tv_nsec = virtual_nanoseconds % 1000000000;
    return 0;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    out->tv_sec = now.tv_sec;
    out->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}
