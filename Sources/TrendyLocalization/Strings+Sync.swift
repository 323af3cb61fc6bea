extension Strings {
    /// Texts of the sync status.
    package enum Sync {
        /// There is no session.
        package static let notSignedIn = LocalizedText("sync.not_signed_in", "Not signed in.")
        /// The session has ended.
        package static let needsSignIn = LocalizedText(
            "sync.needs_sign_in",
            "Your session has ended. Sign in again to continue syncing."
        )
        /// The app is too old for the server.
        package static let needsUpgrade = LocalizedText(
            "sync.needs_upgrade",
            "Update Trendy to continue syncing."
        )
        /// The server cannot be reached.
        package static let offline = LocalizedText("sync.offline", "Offline.")
        /// Another service answers at the address.
        package static let notTrendy = LocalizedText(
            "sync.not_trendy",
            "Another site answers instead of the server. Sign in to this network first, or check "
                + "the server's address."
        )
        /// The server asks the client to wait.
        package static let busy = LocalizedText("sync.busy", "The server is busy.")
        /// A run is postponed because of Low Power Mode.
        package static let lowPower = LocalizedText(
            "sync.low_power",
            "Low Power Mode is on, so Trendy syncs less often."
        )
        /// A run is postponed because the network is expensive or constrained.
        package static let networkRestricted = LocalizedText(
            "sync.network_restricted",
            "This network is expensive or in Low Data Mode, so Trendy syncs less often."
        )
        /// The last run reached its deadline.
        package static let timedOut = LocalizedText(
            "sync.timed_out",
            "There was not enough time for everything. Trendy continues with the next sync."
        )
        /// The last run failed; `{reason}` says why.
        package static let trouble = LocalizedText(
            "sync.last_sync_failed",
            "The last sync failed: {reason}"
        )
        /// There are no pending changes.
        package static let allSynced = LocalizedText("sync.all_synced", "Everything is synced.")
        /// All data is stored locally, even when sync fails.
        package static let allSaved = LocalizedText(
            "sync.all_saved",
            "Everything is saved on this device."
        )
        /// Before the first sync.
        package static let neverSynced = LocalizedText(
            "sync.never_synced",
            "Not synced with a server yet."
        )
        /// The number of pending events.
        package static let eventsWaiting = LocalizedPlural(
            "sync.events_waiting",
            one: "{count} event waiting.",
            other: "{count} events waiting."
        )
        /// The number of pending changes.
        package static let changesWaiting = LocalizedPlural(
            "sync.changes_waiting",
            one: "{count} change waiting.",
            other: "{count} changes waiting."
        )
        /// The number of pending events, with the time to the next attempt.
        package static let eventsWaitingUntil = LocalizedPlural(
            "sync.events_waiting_until",
            one: "{count} event waiting, next try in {wait}.",
            other: "{count} events waiting, next try in {wait}."
        )
        /// The number of pending changes, with the time to the next attempt.
        package static let changesWaitingUntil = LocalizedPlural(
            "sync.changes_waiting_until",
            one: "{count} change waiting, next try in {wait}.",
            other: "{count} changes waiting, next try in {wait}."
        )
        /// The number of failed changes.
        package static let failedChanges = LocalizedPlural(
            "sync.failed_changes",
            one: "{count} change could not be sent and needs your decision.",
            other: "{count} changes could not be sent and need your decision."
        )
        /// The number of changes that wait for failed ones.
        package static let blocked = LocalizedPlural(
            "sync.blocked",
            one: "{count} waiting change depends on them.",
            other: "{count} waiting changes depend on them."
        )
        /// The number of quarantined changes.
        package static let quarantined = LocalizedPlural(
            "sync.quarantined",
            one: "{count} change of another device needs a newer app to be shown.",
            other: "{count} changes of another device need a newer app to be shown."
        )
        /// Device and server differ.
        package static let differs = LocalizedText(
            "sync.differs",
            "This device and the server differ. The diagnosis shows the difference."
        )
        /// Device and server could not be compared; `{reason}` says why.
        package static let notCompared = LocalizedText(
            "sync.not_compared",
            "Device and server could not be compared: {reason}"
        )
        /// Device and server still differ after all repairs.
        package static let stillDiffers = LocalizedText(
            "sync.still_differs",
            "This device has {device} synced entries and the server has {server}; {repaired} were "
                + "repaired in {rounds} rounds."
        )
        /// The number of open conflicts.
        package static let conflicts = LocalizedPlural(
            "sync.conflicts",
            one: "{count} conflict to review.",
            other: "{count} conflicts to review."
        )
        /// The progress of a snapshot of known length.
        package static let readingSome = LocalizedText(
            "sync.reading_some",
            "Reading everything: {done} of {total}."
        )
        /// A snapshot is being read.
        package static let reading = LocalizedText("sync.reading", "Reading everything.")
        /// Changes are being sent.
        package static let sending = LocalizedText("sync.sending", "Sending: {done} of {total}.")
        /// No changes were received yet.
        package static let checkingForChanges = LocalizedText(
            "sync.checking_for_changes",
            "Checking for changes."
        )
        /// The number of received changes.
        package static let received = LocalizedText("sync.received", "Received {count}.")
        /// The badge for pending changes.
        package static let badgeWaiting = LocalizedText("sync.badge_waiting", "{count} pending")
        /// The badge for a running sync.
        package static let badgeSyncing = LocalizedText("sync.badge_syncing", "Syncing…")
        /// The badge with the progress of a sync.
        package static let badgeProgress = LocalizedText(
            "sync.badge_progress",
            "Syncing {done} of {total}"
        )
        /// The badge without a network.
        package static let badgeOffline = LocalizedText("sync.badge_offline", "Offline")
        /// The badge for failed changes and conflicts.
        package static let badgeAttention = LocalizedText("sync.badge_attention", "Needs attention")
        /// The badge for an ended session.
        package static let badgeSignIn = LocalizedText("sync.badge_sign_in", "Sign in")
        /// The badge after a failed sync.
        package static let badgeFailure = LocalizedText("sync.badge_failure", "Not synced")
        /// The time of the last successful sync.
        package static let lastSynced = LocalizedText("sync.last_synced", "Last synced {ago}")
        /// There was no successful sync.
        package static let lastSyncedNever = LocalizedText("sync.last_synced_never", "Never synced")
        /// The age of the oldest pending change.
        package static let oldest = LocalizedText(
            "sync.oldest",
            "The oldest has waited for {span}."
        )
        /// The number of stale changes.
        package static let stale = LocalizedPlural(
            "sync.stale",
            one: "{count} change has been tried for three days.",
            other: "{count} changes have been tried for three days."
        )
        /// The status could not be read; `{reason}` says why.
        package static let statusUnreadable = LocalizedText(
            "sync.status_unreadable",
            "The state of sync could not be read: {reason}"
        )
        /// A successful sync.
        package static let done = LocalizedText(
            "sync.done",
            "Synced: {sent} sent, {received} received."
        )
        /// A partial sync.
        package static let partly = LocalizedText(
            "sync.partly",
            "Partly synced: {sent} sent, {received} received. The rest follows with the next sync."
        )
        /// A sync that the person stopped.
        package static let stopped = LocalizedText(
            "sync.stopped",
            "Stopped. Everything synced until then is kept."
        )
        /// A successful run in the history.
        package static let runSucceeded = LocalizedText(
            "sync.run_succeeded",
            "Sent {sent}, received {received}"
        )
        /// A partial run in the history.
        package static let runPartly = LocalizedText(
            "sync.run_partly",
            "Interrupted: sent {sent}, received {received}"
        )
        /// A failed run in the history.
        package static let runFailed = LocalizedText("sync.run_failed", "Failed: {reason}")
        /// A stopped run in the history.
        package static let runCancelled = LocalizedText("sync.run_cancelled", "Stopped")
        /// A skipped run in the history.
        package static let runSkipped = LocalizedText("sync.run_skipped", "Not started: {reason}")

        /// The title when nothing is pending.
        package static let badgeSynced = LocalizedText("sync.badge_synced", "Synced")
        /// The device is offline.
        package static let noNetwork = LocalizedText(
            "sync.no_network",
            "This device has no network connection. Everything is saved on it."
        )
        /// What to do before the first sign-in.
        package static let remedyFirstSignIn = LocalizedText(
            "sync.remedy_first_sign_in",
            "Sign in to sync with your other devices."
        )
        /// What to do when the session has ended.
        package static let remedySignIn = LocalizedText(
            "sync.remedy_sign_in",
            "Sign in again to continue syncing."
        )
        /// What to do when the app is too old.
        package static let remedyUpdate = LocalizedText("sync.remedy_update", "Update Trendy.")
        /// What to do when another service answers.
        package static let remedyAddress = LocalizedText(
            "sync.remedy_address",
            "Sign in to this network first, or check the server's address."
        )
        /// What to do about a failure that may pass.
        package static let remedyWait = LocalizedText(
            "sync.remedy_wait",
            "Trendy tries again by itself."
        )
        /// What to do without a network.
        package static let remedyNetwork = LocalizedText(
            "sync.remedy_network",
            "Trendy syncs by itself when the network is back."
        )
        /// What to do when the server cannot be reached.
        package static let remedyServer = LocalizedText(
            "sync.remedy_server",
            "Check that the server runs and that its address is right. Trendy tries again by "
                + "itself."
        )
        /// What to do when no secure connection is possible.
        package static let remedySecure = LocalizedText(
            "sync.remedy_secure",
            "Check the date and time of this device, then the server's certificate."
        )
        /// What to do about failed changes.
        package static let remedyFailed = LocalizedText(
            "sync.remedy_failed",
            "Open the failed changes, and try again, edit or discard each of them."
        )
        /// What to do about conflicts.
        package static let remedyConflicts = LocalizedText(
            "sync.remedy_conflicts",
            "Open the conflicts, and restore or accept each value."
        )
        /// A device without pending changes.
        package static let deviceSent = LocalizedText("sync.device_sent", "Everything is sent")
        /// The number of failed changes of a device.
        package static let deviceFailed = LocalizedText("sync.device_failed", "{failed} failed")
        /// The numbers of pending and failed changes of a device.
        package static let devicePendingAndFailed = LocalizedText(
            "sync.device_pending_and_failed",
            "{pending} pending, {failed} failed"
        )
        /// The age of a report of a device.
        package static let deviceReported = LocalizedText("sync.device_reported", "Reported {ago}")
        /// The devices could not be read.
        package static let devicesUnknown = LocalizedText(
            "sync.devices_unknown",
            "The list of your devices may be out of date: {reason}"
        )
        /// There are no reports of devices.
        package static let noDevices = LocalizedText(
            "sync.no_devices",
            "No device has reported yet."
        )

        static let all: [LocalizedText] =
            [
                badgeSynced, noNetwork, remedyFirstSignIn, remedySignIn, remedyUpdate,
                remedyAddress, remedyWait, remedyNetwork, remedyServer, remedySecure, remedyFailed,
                remedyConflicts, deviceSent, deviceFailed, devicePendingAndFailed, deviceReported,
                devicesUnknown, noDevices,
                notSignedIn, needsSignIn, needsUpgrade, offline, notTrendy, busy, lowPower,
                networkRestricted, timedOut, trouble, allSynced, allSaved, neverSynced, differs,
                notCompared, stillDiffers, readingSome, reading, sending, checkingForChanges,
                received,
                badgeWaiting,
                badgeSyncing, badgeProgress,
                badgeOffline, badgeAttention, badgeSignIn, badgeFailure, lastSynced,
                lastSyncedNever, oldest, statusUnreadable, done, partly, stopped, runSucceeded,
                runPartly, runFailed, runCancelled, runSkipped,
            ] + eventsWaiting.texts + changesWaiting.texts + eventsWaitingUntil.texts
            + changesWaitingUntil.texts + failedChanges.texts + quarantined.texts
            + blocked.texts + conflicts.texts + stale.texts
    }
}
