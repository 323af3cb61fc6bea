#ifndef TRENDY_SIMULATED_DISK_H
#define TRENDY_SIMULATED_DISK_H
#include <stdbool.h>
#include <stdint.h>

/// An in-memory disk of a simulated computer, used by SQLite through the VFS `trendy-simulated`.
///
/// It belongs to the thread that created it. The path `/NAME/FILE` is a file on the disk NAME. Only
/// one process at a time may have a file open.
typedef struct simulated_disk simulated_disk;

/// Counters of a disk.
typedef struct {
    int64_t writes;
    int64_t syncs;
    int64_t lost_sectors;
    int64_t failed_operations;
} simulated_disk_counts;

/// Registers the VFS with SQLite, once per process; can be called repeatedly.
int simulated_disk_register(void);

/// Creates an empty disk on this thread. `seed` selects the sectors that a power loss discards.
simulated_disk *_Nonnull simulated_disk_create(const char *_Nonnull name, uint64_t seed);
/// Releases a disk; its memory is freed with the last open file.
void simulated_disk_destroy(simulated_disk *_Nonnull disk);

/// Kills the process: its later operations have no effect, its earlier writes are kept.
void simulated_disk_kill(simulated_disk *_Nonnull disk);
/// Cuts the power: each sector written since the last sync is kept or lost at random.
void simulated_disk_lose_power(simulated_disk *_Nonnull disk);
/// Kills the process directly before the write that follows `writes` others; -1: never.
void simulated_disk_kill_after(simulated_disk *_Nonnull disk, int64_t writes);
/// Calls `pause` once with `context` in the middle of the write that follows `writes` others; -1:
/// never.
void simulated_disk_pause_after(
    simulated_disk *_Nonnull disk,
    int64_t writes,
    void (*_Nonnull pause)(void *_Nullable context),
    void *_Nullable context
);
/// Whether the process has died and no new one has started.
bool simulated_disk_is_dead(const simulated_disk *_Nonnull disk);
/// Whether this applies to any disk that was created on this thread.
bool simulated_disk_is_any_dead(void);
/// Starts the next process.
void simulated_disk_revive(simulated_disk *_Nonnull disk);

/// Makes the write that follows `writes` others fail with an SQLite code; -1: none.
void simulated_disk_fail_write(simulated_disk *_Nonnull disk, int64_t writes, int code);
/// Makes the sync that follows `syncs` others fail; -1: none.
void simulated_disk_fail_sync(simulated_disk *_Nonnull disk, int64_t syncs);
/// Makes the read that follows `reads` others fail; -1: none.
void simulated_disk_fail_read(simulated_disk *_Nonnull disk, int64_t reads);
/// Sets whether the disk is full, so that files cannot grow.
void simulated_disk_set_full(simulated_disk *_Nonnull disk, bool is_full);

/// Cancels all scheduled faults.
void simulated_disk_clear_faults(simulated_disk *_Nonnull disk);

/// Replaces the files of disk `to` with copies of the files of disk `from`.
void simulated_disk_copy(const simulated_disk *_Nonnull from, simulated_disk *_Nonnull to);
/// Whether a file exists.
bool simulated_disk_has(const simulated_disk *_Nonnull disk, const char *_Nonnull path);
/// Renames a file durably; false when it does not exist.
bool simulated_disk_rename(
    simulated_disk *_Nonnull disk,
    const char *_Nonnull from,
    const char *_Nonnull to
);
/// Deletes a file durably; false when the process is dead.
bool simulated_disk_remove(simulated_disk *_Nonnull disk, const char *_Nonnull path);
/// What the disk has seen.
simulated_disk_counts simulated_disk_count(const simulated_disk *_Nonnull disk);

#endif
