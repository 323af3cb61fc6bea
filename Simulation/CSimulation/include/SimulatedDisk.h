#ifndef TRENDY_SIMULATED_DISK_H
#define TRENDY_SIMULATED_DISK_H
#include <stdbool.h>
#include <stdint.h>

/// A computer's disk in memory, which SQLite reaches through the VFS `trendy-simulated`.
///
/// Belongs to the thread that made it. A path `/NAME/FILE` is a file of the disk called NAME. Per
/// file, one process has it open at a time.
typedef struct simulated_disk simulated_disk;

/// What a disk has seen.
typedef struct {
    int64_t writes;
    int64_t syncs;
    int64_t lost_sectors;
    int64_t failed_operations;
} simulated_disk_counts;

/// Makes the VFS known to SQLite; once for the process, any number of times.
int simulated_disk_register(void);

/// Makes an empty disk on this thread. `seed` decides which sectors a loss of power takes.
simulated_disk *_Nonnull simulated_disk_create(const char *_Nonnull name, uint64_t seed);
/// Lets go of a disk; its memory goes with the last file that is open on it.
void simulated_disk_destroy(simulated_disk *_Nonnull disk);

/// The process dies: nothing that it still does reaches the disk. What it had written stays.
void simulated_disk_kill(simulated_disk *_Nonnull disk);
/// The power goes: each sector written since the last sync is kept or lost by the seed.
void simulated_disk_lose_power(simulated_disk *_Nonnull disk);
/// The process dies just before the write that comes after `writes` others; -1: never.
void simulated_disk_kill_after(simulated_disk *_Nonnull disk, int64_t writes);
/// In the middle of the write after `writes` others, the process stands still: `pause` is called
/// with `context`, once; -1: never.
void simulated_disk_pause_after(
    simulated_disk *_Nonnull disk,
    int64_t writes,
    void (*_Nonnull pause)(void *_Nullable context),
    void *_Nullable context
);
/// Whether the process died and the next one has not been started.
bool simulated_disk_is_dead(const simulated_disk *_Nonnull disk);
/// Whether that is so of any disk that was made on this thread.
bool simulated_disk_is_any_dead(void);
/// The next process starts.
void simulated_disk_revive(simulated_disk *_Nonnull disk);

/// The write after `writes` others fails with an SQLite code; -1: none.
void simulated_disk_fail_write(simulated_disk *_Nonnull disk, int64_t writes, int code);
/// The sync after `syncs` others fails; -1: none.
void simulated_disk_fail_sync(simulated_disk *_Nonnull disk, int64_t syncs);
/// The read after `reads` others fails; -1: none.
void simulated_disk_fail_read(simulated_disk *_Nonnull disk, int64_t reads);
/// Whether there is no room for files to grow.
void simulated_disk_set_full(simulated_disk *_Nonnull disk, bool is_full);

/// Takes back every fault that is still to come.
void simulated_disk_clear_faults(simulated_disk *_Nonnull disk);

/// Puts copies of all files, as they are now, in the place of those of another disk.
void simulated_disk_copy(const simulated_disk *_Nonnull from, simulated_disk *_Nonnull to);
/// Whether a file exists.
bool simulated_disk_has(const simulated_disk *_Nonnull disk, const char *_Nonnull path);
/// Renames a file, durably; false when there is none.
bool simulated_disk_rename(
    simulated_disk *_Nonnull disk,
    const char *_Nonnull from,
    const char *_Nonnull to
);
/// Deletes a file, durably; false when the process is dead.
bool simulated_disk_remove(simulated_disk *_Nonnull disk, const char *_Nonnull path);
/// What the disk has seen.
simulated_disk_counts simulated_disk_count(const simulated_disk *_Nonnull disk);

#endif
