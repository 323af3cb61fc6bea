extension InjectedBug {
    /// How each injected bug is searched for.
    ///
    /// The first seeds were measured; later seeds find the bug as well when a change of the
    /// simulation gives the first one another run.
    static let detections: [String: Detection] = [
        syncDetections, healthDetections, placeDetections, appDetections,
    ].reduce(into: [:]) { all, area in all.merge(area) { first, _ in first } }

    /// Devices and server differ: found at a device's cursor or by the digests while the fleet runs,
    /// or at its end.
    private static let differing: Set<String> = ["convergence", "drift", "missing"]

    /// A result is recorded twice.
    private static let duplicated: Set<String> = ["invented", "import", "samples"]

    private static let syncDetections: [String: Detection] = [
        "no-idempotency-record": .sync(["once"]),
        "late-idempotency-record": .sync(["once"]),
        "volatile-idempotency-records": .sync(["once"], seed: 2, with: [.serverCrashes]),
        "number-before-lock": .sync(differing),
        "off-by-one-page": .sync(["cursor", "drift", "missing"], seed: 3),
        "no-tombstones": .sync(differing, seed: 3),
        "snapshot-too-new": .sync(["drift"], seed: 3),
        "base-ignored": .sync(["liveness", "lost edit"], seed: 2),
        "epoch-kept": .sync(["cursor", "order"], seed: 7, with: [.restorations]),
        "in-flight-edit-is-sent": .sync(differing, seed: 2),
        "timeout-is-success": .sync(differing, seed: 5),
        "conflict-is-success": .sync(differing, seed: 5),
        "rejection-is-success": .sync(differing, seed: 3),
        "refusal-stops-queue": .sync(["liveness"], seed: 4),
        "null-is-absent": .sync(["convergence"], seed: 5),
        "no-base": .sync(["liveness", "lost edit"], seed: 5),
        "own-timestamps": .sync(
            ["convergence"],
            seed: 4,
            with: [.clockJumps, .skew],
            isPrompt: true
        ),
        "cursor-range-too-long": .sync(differing, seed: 1),
        "stuck-in-flight": .sync(["status"], seed: 2),
        "retry-storm": .sync(["rate"]),
        "silent-failure": .sync(["visible"]),
        "failed-dropped": .sync(differing),
        "sent-forgotten": .sync(["once"], seed: 3),
        "cursor-first": .sync(differing, seed: 3),
        "deaf-stream": .sync(["arrival"]),
        "page-skipped": .sync(differing, seed: 4),
        "bootstrap-deletes-first": .sync(["lost"], seed: 2, with: [.restorations]),
        "different-digests": .sync(["drift"], seed: 3),
        "remote-wins": .sync(["lost edit"], seed: 5),
        "local-wins": .sync(["lost edit"], seed: 5),
        "no-conflict-log": .sync(["lost edit"], seed: 1, devices: 3, isPrompt: true),
        "never-asks": .sync(["ask first"], seed: 3, with: [.askedConflicts]),
        "edit-revives": .sync(["resurrected"], seed: 1),
        "device-not-durable": .sync(["cursor", "lost"], seed: 3, with: [.powerLosses]),
        "server-not-durable": .sync(["cursor", "lost"], seed: 16, with: [.serverCrashes]),
        // The store refuses another account's database, so its work stays pending.
        "shared-database": .sync(
            ["isolation", "liveness", "missing"],
            with: [.accountSwitches],
            isPrompt: true
        ),
    ]

    private static let healthDetections: [String: Detection] = [
        "anchor-first": .health(["samples", "steps"], seed: 2, with: [.diskFaults]),
        "deletions-ignored": .health(["samples", "steps"], seed: 4),
        "utc-days": .health(["steps"], seed: 4, with: [.travels]),
        "unreadable-is-deleted": .health(
            ["read access"],
            seed: 2,
            with: [.revocations],
            days: 2,
            isPrompt: true
        ),
        "sources-summed": .health(["steps"], seed: 3),
        "late-days-skipped": .health(["samples", "steps"], seed: 1),
        "truncated-night": .health(["samples"], seed: 23, with: [.travels]),
        "session-per-source": .health(["samples"], seed: 4),
        "sessions-not-extended": .health(["samples"]),
        "late-session-dropped": .health(["samples"], seed: 4),
        "ends-with-last-sample": .health(["samples"], seed: 5),
        "whole-minutes": .health(["samples"], seed: 4),
        "same-second-merged": .health(["samples"]),
        "hourly-sums": .health(["samples"], seed: 2),
        "empty-is-zero": .health(["samples"], seed: 5),
        "no-heart-rate": .health(["samples"], seed: 5),
        "reads-from-latest": .health(["samples", "steps"], seed: 2),
        "claim-not-released": .health(
            ["samples", "steps"],
            with: [.diskFaults, .kills],
            days: 2,
            isPrompt: true
        ),
        "foreign-anchor-kept": .health(
            ["samples", "steps"],
            seed: 5,
            with: [.healthRestorations]
        ),
        "no-rescan": .health(
            ["samples", "steps", "import"],
            seed: 2,
            with: [.forgets, .locks],
            days: 2
        ),
        "bounded-processed-list": .health(duplicated, seed: 5),
        "failed-lookup-is-none": .health(
            duplicated,
            seed: 7,
            with: [.diskFaults],
            devices: 2
        ),
    ]

    private static let placeDetections: [String: Detection] = [
        "exits-ignored": .place(["open"], seed: 2),
        "only-crossings": .place(["open"], seed: 1, with: [.kills, .regionLosses]),
        "no-visit-merge": .place(
            ["doubled"],
            seed: 7,
            with: [.latency, .lossBefore, .partitions],
            devices: 2,
            isPrompt: true
        ),
        "notifications-gate-events": .place(["missed"], seed: 1),
        "events-dated-at-open": .place(
            ["missed", "invented"],
            seed: 2,
            with: [.leaves, .glances],
            isBusy: false,
            isPrompt: true
        ),
        "pending-events-expire": .place(
            ["missed"],
            with: [.leaves, .glances],
            isBusy: false,
            isPrompt: true
        ),
        "exits-need-entries": .place(["missed"], days: 2, isPrompt: true),
        "edits-not-registered": .place(["regions"], seed: 2),
        "first-twenty": .place(["regions"], seed: 2, with: [.manyPlaces]),
        "other-regions-ignored": .place(
            ["regions"],
            seed: 5,
            with: [.manyPlaces, .otherRegions],
            isPrompt: true
        ),
        "ranked-by-centres": .place(
            ["unwatched"],
            seed: 4,
            with: [.manyPlaces],
            isPrompt: true
        ),
        "re-registers-all": .place(["unwatched"], seed: 5),
        "fixed-sentinel": .place(["unwatched"], seed: 5, with: [.manyPlaces]),
        "coarse-fixes-trusted": .place(
            ["interval", "unwatched"],
            seed: 3,
            with: [.manyPlaces, .coarseFixes, .leaves],
            days: 2,
            isRestless: false,
            isPrompt: true
        ),
        "no-region-retry": .place(["regions"], seed: 2, with: [.regionFailures]),
        "delayed-is-refused": .place(
            ["regions", "unwatched"],
            seed: 4,
            with: [.regionFailures]
        ),
        "registration-loop": .place(["regions"]),
        "deleted-type-drops-visit": .place(["missed"], seed: 5, with: [.typedPlaces]),
        "visits-shared-by-accounts": .place(
            ["isolation", "invented"],
            seed: 5,
            with: [.accountSwitches],
            devices: 1
        ),
    ]

    private static let appDetections: [String: Detection] = [
        "ignores-expiration": .background(["background"], with: [.tasks]),
        "missing-completions": .background(["answered"], seed: 2, with: [.tasks]),
        "early-completion": .background(
            ["answered"],
            seed: 1,
            days: 2,
            devices: 2,
            isBusy: false
        ),
        "late-observers": .background(["answered"], with: [.tasks, .kills], devices: 2),
        "holds-database": .background(["background"], seed: 3, with: [.tasks]),
        "requests-once": .background(["tasks"], seed: 5, with: [.tasks]),
        "tasks-not-completed": .background(["background"], seed: 2, with: [.tasks]),
        "shared-session": .account(["isolation"], seed: 2, with: [.latency, .accountSwitches]),
        "account-not-in-key": .account(
            ["isolation"],
            seed: 5,
            with: [.latency, .accountSwitches]
        ),
        "shared-onboarding": .account(
            ["onboarding"],
            seed: 4,
            with: [.onboarding, .accountSwitches],
            devices: 1,
            isPrompt: true
        ),
        "steps-in-memory": .account(
            ["onboarding"],
            seed: 2,
            with: [.onboarding, .kills, .lossBefore, .partitions]
        ),
        "unsent-step-is-sent": .account(
            ["onboarding"],
            seed: 2,
            with: [.onboarding, .lossBefore]
        ),
        "drops-local-data": .account(["acknowledged"], seed: 5, with: [.apps], devices: 1),
        "app-shared-database": .account(["liveness"], with: [.apps], devices: 1, isPrompt: true),
        "app-requests-once": .account(
            ["tasks"],
            with: [.apps, .tasks, .wakes, .leaves, .glances],
            devices: 1,
            isPrompt: true
        ),
        "session-in-memory": .account(
            ["acknowledged"],
            with: [.apps, .kills],
            devices: 1,
            isPrompt: true
        ),
    ]
}
