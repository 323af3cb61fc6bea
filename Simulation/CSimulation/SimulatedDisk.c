#include "SimulatedDisk.h"
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { sector = 512, maximum_files = 16, maximum_shared = 64, path_length = 256 };

// An unsynced write or, with `size` < 0, an unsynced truncation to `at`. Its bytes are in the file's
// arena.
typedef struct {
    int64_t at, size, offset;
} change;

typedef struct {
    unsigned char *bytes;
    int64_t size, room;
} content;

typedef struct {
    char path[path_length];
    bool is_used;
    content now, durable;
    change *changes;
    int64_t change_count, change_room;
    content arena;
    void *shared[maximum_shared];
} file;

// Retired shared memory that a dead connection may still read.
typedef struct retired {
    void *memory;
    struct retired *next;
} retired;

struct simulated_disk {
    char name[64];
    uint64_t random;
    file files[maximum_files];
    retired *retired_memory;
    // A handle of another generation belongs to a process that has ended.
    int64_t generation;
    bool is_dead, is_full;
    // Freed with the last handle after its owner released it.
    bool is_orphan;
    int64_t open_handles;
    // The file whose handle a dead process has just closed; SQLite would delete it next.
    const file *closed_by_dead;
    int64_t kill_after, pause_after, fail_write, fail_sync, fail_read;
    void (*pause)(void *);
    void *pause_context;
    int fail_write_code;
    int64_t temporary;
    simulated_disk_counts counts;
    struct simulated_disk *next;
};

typedef struct {
    sqlite3_file base;
    simulated_disk *disk;
    file *file;
    int64_t generation;
    bool deletes_on_close;
} handle;

static _Thread_local simulated_disk *disks;

static uint64_t roll(simulated_disk *disk) {
    uint64_t mixed = (disk->random += 0x9E3779B97F4A7C15ull);
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ull;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBull;
    return mixed ^ (mixed >> 31);
}

static bool is_gone(const handle *h) {
    return h->disk->is_dead || h->generation != h->disk->generation;
}

// Counts down to a fault; true once, when the fault is due.
static bool is_due(int64_t *countdown) { return *countdown >= 0 && (*countdown)-- == 0; }

static void reserve(content *c, int64_t size) {
    if (size <= c->room) return;
    c->room = size * 2 + 65536;
    c->bytes = realloc(c->bytes, c->room);
}

static void put(content *c, int64_t at, const void *bytes, int64_t count) {
    reserve(c, at + count);
    if (at > c->size) memset(c->bytes + c->size, 0, at - c->size);
    memcpy(c->bytes + at, bytes, count);
    if (at + count > c->size) c->size = at + count;
}

static void cut(content *c, int64_t size) {
    if (size < c->size) c->size = size;
}

static void remember(file *f, int64_t at, int64_t size, const void *bytes) {
    if (f->change_count == f->change_room) {
        f->change_room = f->change_room * 2 + 64;
        f->changes = realloc(f->changes, f->change_room * sizeof(change));
    }
    f->changes[f->change_count++] = (change){at, size, f->arena.size};
    if (size > 0) put(&f->arena, f->arena.size, bytes, size);
}

static void forget(file *f) {
    f->change_count = 0;
    f->arena.size = 0;
}

static void retire_shared_memory(simulated_disk *disk, file *f) {
    for (int i = 0; i < maximum_shared; i++) {
        if (!f->shared[i]) continue;
        retired *r = malloc(sizeof(retired));
        *r = (retired){f->shared[i], disk->retired_memory};
        disk->retired_memory = r;
        f->shared[i] = NULL;
    }
}

// Frees the slot; its buffers are reused, because each connection creates a log.
static void erase(simulated_disk *disk, file *f) {
    retire_shared_memory(disk, f);
    forget(f);
    f->now.size = f->durable.size = 0;
    f->is_used = false;
}

static file *find(const simulated_disk *disk, const char *path) {
    for (int i = 0; i < maximum_files; i++) {
        const file *f = &disk->files[i];
        if (f->is_used && !strcmp(f->path, path)) return (file *)f;
    }
    return NULL;
}

static file *make(simulated_disk *disk, const char *path) {
    for (int i = 0; i < maximum_files; i++) {
        file *f = &disk->files[i];
        if (f->is_used) continue;
        f->is_used = true;
        strncpy(f->path, path, path_length - 1);
        return f;
    }
    return NULL;
}

// MARK: file methods

static void release(simulated_disk *disk) {
    for (int i = 0; i < maximum_files; i++) {
        file *f = &disk->files[i];
        erase(disk, f);
        free(f->now.bytes);
        free(f->durable.bytes);
        free(f->arena.bytes);
        free(f->changes);
    }
    while (disk->retired_memory) {
        retired *r = disk->retired_memory;
        disk->retired_memory = r->next;
        free(r->memory);
        free(r);
    }
    free(disk);
}

static int file_close(sqlite3_file *base) {
    handle *h = (handle *)base;
    h->disk->closed_by_dead = is_gone(h) ? h->file : NULL;
    if (h->deletes_on_close && !is_gone(h)) erase(h->disk, h->file);
    if (--h->disk->open_handles == 0 && h->disk->is_orphan) release(h->disk);
    return SQLITE_OK;
}

static int file_read(sqlite3_file *base, void *out, int count, sqlite3_int64 at) {
    handle *h = (handle *)base;
    if (is_gone(h)) return SQLITE_IOERR_READ;
    if (is_due(&h->disk->fail_read)) {
        h->disk->counts.failed_operations++;
        return SQLITE_IOERR_READ;
    }
    int64_t there = h->file->now.size - at;
    if (there >= count) {
        memcpy(out, h->file->now.bytes + at, count);
        return SQLITE_OK;
    }
    if (there < 0) there = 0;
    if (there > 0) memcpy(out, h->file->now.bytes + at, there);
    memset((char *)out + there, 0, count - there);
    return SQLITE_IOERR_SHORT_READ;
}

static int file_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 at) {
    handle *h = (handle *)base;
    if (is_gone(h)) return SQLITE_IOERR_WRITE;
    simulated_disk *disk = h->disk;
    if (is_due(&disk->pause_after)) disk->pause(disk->pause_context);
    if (is_due(&disk->kill_after)) {
        disk->is_dead = true;
        return SQLITE_IOERR_WRITE;
    }
    if (is_due(&disk->fail_write)) {
        disk->counts.failed_operations++;
        return disk->fail_write_code;
    }
    if (disk->is_full && at + count > h->file->now.size) {
        disk->counts.failed_operations++;
        return SQLITE_FULL;
    }
    disk->counts.writes++;
    put(&h->file->now, at, bytes, count);
    remember(h->file, at, count, bytes);
    return SQLITE_OK;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size) {
    handle *h = (handle *)base;
    if (is_gone(h)) return SQLITE_IOERR_TRUNCATE;
    cut(&h->file->now, size);
    remember(h->file, size, -1, NULL);
    return SQLITE_OK;
}

static int file_sync(sqlite3_file *base, int flags) {
    (void)flags;
    handle *h = (handle *)base;
    if (is_gone(h)) return SQLITE_IOERR_FSYNC;
    if (is_due(&h->disk->fail_sync)) {
        h->disk->counts.failed_operations++;
        return SQLITE_IOERR_FSYNC;
    }
    h->disk->counts.syncs++;
    file *f = h->file;
    for (int64_t i = 0; i < f->change_count; i++) {
        change c = f->changes[i];
        if (c.size < 0) cut(&f->durable, c.at);
        else put(&f->durable, c.at, f->arena.bytes + c.offset, c.size);
    }
    forget(f);
    return SQLITE_OK;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *out) {
    handle *h = (handle *)base;
    if (is_gone(h)) return SQLITE_IOERR_FSTAT;
    *out = h->file->now.size;
    return SQLITE_OK;
}

static int file_lock(sqlite3_file *base, int level) {
    (void)base;
    (void)level;
    return SQLITE_OK;
}

static int file_is_reserved(sqlite3_file *base, int *out) {
    (void)base;
    *out = 0;
    return SQLITE_OK;
}

static int file_control(sqlite3_file *base, int operation, void *argument) {
    (void)base;
    (void)operation;
    (void)argument;
    return SQLITE_NOTFOUND;
}

static int file_sector_size(sqlite3_file *base) {
    (void)base;
    return sector;
}

static int file_characteristics(sqlite3_file *base) {
    (void)base;
    return 0;
}

static int shared_map(sqlite3_file *base, int page, int size, int extends, void volatile **out) {
    handle *h = (handle *)base;
    *out = NULL;
    if (is_gone(h)) return SQLITE_IOERR_SHMMAP;
    if (page >= maximum_shared) return SQLITE_NOMEM;
    if (!h->file->shared[page] && extends) h->file->shared[page] = calloc(1, size);
    *out = h->file->shared[page];
    return SQLITE_OK;
}

static int shared_lock(sqlite3_file *base, int offset, int count, int flags) {
    (void)base;
    (void)offset;
    (void)count;
    (void)flags;
    return SQLITE_OK;
}

static void shared_barrier(sqlite3_file *base) { (void)base; }

static int shared_unmap(sqlite3_file *base, int deletes) {
    handle *h = (handle *)base;
    if (deletes && !is_gone(h)) retire_shared_memory(h->disk, h->file);
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_lock,
    .xCheckReservedLock = file_is_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = shared_map,
    .xShmLock = shared_lock,
    .xShmBarrier = shared_barrier,
    .xShmUnmap = shared_unmap,
};

// MARK: VFS

// The disk of a path, named by its first component.
static simulated_disk *disk_of(const char *path) {
    if (!path || path[0] != '/') return NULL;
    const char *end = strchr(path + 1, '/');
    if (!end) return NULL;
    size_t length = end - path - 1;
    for (simulated_disk *disk = disks; disk; disk = disk->next) {
        if (strlen(disk->name) == length && !strncmp(disk->name, path + 1, length)) return disk;
    }
    return NULL;
}

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *out) {
    (void)vfs;
    handle *h = (handle *)base;
    memset(h, 0, sizeof *h);
    char temporary[path_length];
    // Temporary files have no name that identifies a disk; they are on the first one.
    simulated_disk *disk = path ? disk_of(path) : disks;
    if (!disk || disk->is_dead) return SQLITE_CANTOPEN;
    if (!path) {
        sqlite3_snprintf(
            sizeof temporary, temporary, "/%s/temporary-%lld", disk->name, disk->temporary++);
        path = temporary;
        h->deletes_on_close = true;
    }
    file *f = find(disk, path);
    if (!f && (flags & SQLITE_OPEN_CREATE)) f = make(disk, path);
    if (!f) return SQLITE_CANTOPEN;
    h->disk = disk;
    h->file = f;
    h->generation = disk->generation;
    h->base.pMethods = &methods;
    disk->open_handles++;
    if (out) *out = flags;
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs_directory) {
    (void)vfs;
    (void)syncs_directory;
    simulated_disk *disk = disk_of(path);
    if (!disk || disk->is_dead) return SQLITE_IOERR_DELETE;
    file *f = find(disk, path);
    if (!f) return SQLITE_IOERR_DELETE_NOENT;
    if (f == disk->closed_by_dead) {
        // The log may belong to the running process.
        disk->closed_by_dead = NULL;
        return SQLITE_IOERR_DELETE;
    }
    erase(disk, f);
    return SQLITE_OK;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *out) {
    (void)vfs;
    (void)flags;
    simulated_disk *disk = disk_of(path);
    *out = disk && find(disk, path);
    return SQLITE_OK;
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int room, char *out) {
    (void)vfs;
    sqlite3_snprintf(room, out, "%s", path);
    return SQLITE_OK;
}

static int vfs_random(sqlite3_vfs *vfs, int count, char *out) {
    (void)vfs;
    for (int i = 0; i < count; i++) out[i] = disks ? (char)roll(disks) : 0;
    return count;
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    return microseconds;
}

static int vfs_time(sqlite3_vfs *vfs, sqlite3_int64 *out) {
    (void)vfs;
    // 2026-01-01T00:00:00Z in milliseconds of the Julian day; Trendy's statements do not use it.
    *out = 212634979200000ll;
    return SQLITE_OK;
}

static int vfs_current_time(sqlite3_vfs *vfs, double *out) {
    sqlite3_int64 milliseconds;
    vfs_time(vfs, &milliseconds);
    *out = milliseconds / 86400000.0;
    return SQLITE_OK;
}

static int vfs_last_error(sqlite3_vfs *vfs, int count, char *out) {
    (void)vfs;
    if (count > 0) out[0] = 0;
    return 0;
}

static sqlite3_vfs simulated_vfs = {
    .iVersion = 2,
    .szOsFile = sizeof(handle),
    .mxPathname = path_length - 1,
    .zName = "trendy-simulated",
    .xOpen = vfs_open,
    .xDelete = vfs_delete,
    .xAccess = vfs_access,
    .xFullPathname = vfs_full_path,
    .xRandomness = vfs_random,
    .xSleep = vfs_sleep,
    .xCurrentTime = vfs_current_time,
    .xGetLastError = vfs_last_error,
    .xCurrentTimeInt64 = vfs_time,
};

int simulated_disk_register(void) { return sqlite3_vfs_register(&simulated_vfs, 0); }

// MARK: faults and control

simulated_disk *simulated_disk_create(const char *name, uint64_t seed) {
    simulated_disk *disk = calloc(1, sizeof(simulated_disk));
    strncpy(disk->name, name, sizeof disk->name - 1);
    disk->random = seed;
    disk->kill_after = disk->pause_after = -1;
    disk->fail_write = disk->fail_sync = disk->fail_read = -1;
    disk->next = disks;
    disks = disk;
    return disk;
}

void simulated_disk_destroy(simulated_disk *disk) {
    for (simulated_disk **place = &disks; *place; place = &(*place)->next) {
        if (*place != disk) continue;
        *place = disk->next;
        break;
    }
    disk->is_dead = true;
    disk->is_orphan = true;
    if (disk->open_handles == 0) release(disk);
}

static void clear_faults(simulated_disk *disk) {
    disk->kill_after = disk->pause_after = -1;
    disk->fail_write = disk->fail_sync = disk->fail_read = -1;
}

void simulated_disk_clear_faults(simulated_disk *disk) {
    clear_faults(disk);
    disk->is_full = false;
}

void simulated_disk_kill(simulated_disk *disk) { disk->is_dead = true; }

void simulated_disk_kill_after(simulated_disk *disk, int64_t writes) { disk->kill_after = writes; }

void simulated_disk_pause_after(
    simulated_disk *disk,
    int64_t writes,
    void (*pause)(void *),
    void *context
) {
    disk->pause_after = writes;
    disk->pause = pause;
    disk->pause_context = context;
}

bool simulated_disk_is_dead(const simulated_disk *disk) { return disk->is_dead; }

bool simulated_disk_is_any_dead(void) {
    for (const simulated_disk *disk = disks; disk; disk = disk->next) {
        if (disk->is_dead) return true;
    }
    return false;
}

void simulated_disk_revive(simulated_disk *disk) {
    disk->generation++;
    for (int i = 0; i < maximum_files; i++) retire_shared_memory(disk, &disk->files[i]);
    disk->is_dead = false;
    clear_faults(disk);
}

void simulated_disk_lose_power(simulated_disk *disk) {
    disk->is_dead = true;
    for (int i = 0; i < maximum_files; i++) {
        file *f = &disk->files[i];
        if (!f->is_used) continue;
        for (int64_t k = 0; k < f->change_count; k++) {
            change c = f->changes[k];
            if (c.size < 0) {
                if (roll(disk) & 1) cut(&f->durable, c.at);
                continue;
            }
            for (int64_t from = 0; from < c.size; from += sector) {
                int64_t count = c.size - from < sector ? c.size - from : sector;
                if (roll(disk) & 1) {
                    put(&f->durable, c.at + from, f->arena.bytes + c.offset + from, count);
                } else {
                    disk->counts.lost_sectors++;
                }
            }
        }
        forget(f);
        f->now.size = 0;
        if (f->durable.size) put(&f->now, 0, f->durable.bytes, f->durable.size);
    }
}

void simulated_disk_fail_write(simulated_disk *disk, int64_t writes, int code) {
    disk->fail_write = writes;
    disk->fail_write_code = code;
}

void simulated_disk_fail_sync(simulated_disk *disk, int64_t syncs) { disk->fail_sync = syncs; }

void simulated_disk_fail_read(simulated_disk *disk, int64_t reads) { disk->fail_read = reads; }

void simulated_disk_set_full(simulated_disk *disk, bool is_full) { disk->is_full = is_full; }

// The path of a file after a copy to another disk.
static void move_path(const simulated_disk *to, const char *path, char out[path_length]) {
    sqlite3_snprintf(path_length, out, "/%s%s", to->name, strchr(path + 1, '/'));
}

void simulated_disk_copy(const simulated_disk *from, simulated_disk *to) {
    for (int i = 0; i < maximum_files; i++) erase(to, &to->files[i]);
    for (int i = 0; i < maximum_files; i++) {
        const file *f = &from->files[i];
        if (!f->is_used) continue;
        char path[path_length];
        move_path(to, f->path, path);
        file *copy = make(to, path);
        if (f->now.size) {
            put(&copy->now, 0, f->now.bytes, f->now.size);
            put(&copy->durable, 0, f->now.bytes, f->now.size);
        }
    }
}

bool simulated_disk_has(const simulated_disk *disk, const char *path) {
    return find(disk, path) != NULL;
}

bool simulated_disk_rename(simulated_disk *disk, const char *from, const char *to) {
    file *f = find(disk, from);
    if (!f || disk->is_dead) return false;
    file *old = find(disk, to);
    if (old) erase(disk, old);
    memset(f->path, 0, path_length);
    strncpy(f->path, to, path_length - 1);
    return true;
}

bool simulated_disk_remove(simulated_disk *disk, const char *path) {
    if (disk->is_dead) return false;
    file *f = find(disk, path);
    if (f) erase(disk, f);
    return true;
}

simulated_disk_counts simulated_disk_count(const simulated_disk *disk) { return disk->counts; }
