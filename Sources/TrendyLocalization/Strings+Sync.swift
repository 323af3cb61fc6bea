extension Strings {
    /// How sync is doing.
    public enum Sync {
        /// Nobody has signed in.
        public static let notSignedIn = LocalizedText("sync.not_signed_in", "Not signed in.")
        /// The session has ended.
        public static let needsSignIn = LocalizedText(
            "sync.needs_sign_in",
            "Your session has ended: sign in again to go on syncing."
        )
        /// The app is too old.
        public static let needsUpgrade = LocalizedText(
            "sync.needs_upgrade",
            "Update Trendy to go on syncing."
        )
        /// The server cannot be reached.
        public static let offline = LocalizedText("sync.offline", "Offline.")
        /// Something else answers.
        public static let notTrendy = LocalizedText(
            "sync.not_trendy",
            "Another site answers in the server's place: sign in to this network first, or "
                + "check the server's address."
        )
        /// The server asks to wait.
        public static let busy = LocalizedText("sync.busy", "The server is busy.")
        /// Why a run waits: power is to be spared.
        public static let lowPower = LocalizedText(
            "sync.low_power",
            "Low Power Mode is on, so syncs are rarer."
        )
        /// Why a run waits: the network is to be spared.
        public static let networkRestricted = LocalizedText(
            "sync.spares_network",
            "The network costs money or data is to be saved, so syncs are rarer."
        )
        /// The last run was cut short.
        public static let timedOut = LocalizedText(
            "sync.out_of_time",
            "There was no time for everything; the rest follows."
        )
        /// Anything else went wrong.
        public static let trouble = LocalizedText("sync.trouble", "The last try failed: {reason}")
        /// Nothing waits.
        public static let allSynced = LocalizedText("sync.all_synced", "Everything is synced.")
        /// What is true even when sync fails.
        public static let allSaved = LocalizedText(
            "sync.all_saved",
            "Everything is saved on this device."
        )
        /// Before the first sync.
        public static let neverSynced = LocalizedText(
            "sync.never_synced",
            "Not synced with a server yet."
        )
        /// Events that wait.
        public static let eventsWaiting = LocalizedPlural(
            "sync.events_waiting",
            one: "{count} event waiting.",
            other: "{count} events waiting."
        )
        /// Changes that wait.
        public static let changesWaiting = LocalizedPlural(
            "sync.changes_waiting",
            one: "{count} change waiting.",
            other: "{count} changes waiting."
        )
        /// Events that wait for a time.
        public static let eventsWaitingUntil = LocalizedPlural(
            "sync.events_waiting_until",
            one: "{count} event waiting, next try in {wait}.",
            other: "{count} events waiting, next try in {wait}."
        )
        /// Changes that wait for a time.
        public static let changesWaitingUntil = LocalizedPlural(
            "sync.changes_waiting_until",
            one: "{count} change waiting, next try in {wait}.",
            other: "{count} changes waiting, next try in {wait}."
        )
        /// Changes that the person decides about.
        public static let failedChanges = LocalizedPlural(
            "sync.undecided",
            one: "{count} change could not be sent and needs you.",
            other: "{count} changes could not be sent and need you."
        )
        /// Changes behind those.
        public static let blocked = LocalizedPlural(
            "sync.blocked",
            one: "{count} of those that wait, waits behind them.",
            other: "{count} of those that wait, wait behind them."
        )
        /// Changes that this app cannot read.
        public static let quarantined = LocalizedPlural(
            "sync.quarantined",
            one: "{count} change of another device needs a newer app to be shown.",
            other: "{count} changes of another device need a newer app to be shown."
        )
        /// Device and server differ.
        public static let differs = LocalizedText(
            "sync.differs",
            "This device and the server differ; the diagnosis tells how."
        )
        /// Device and server could not be compared.
        public static let notCompared = LocalizedText(
            "sync.not_compared",
            "Device and server could not be compared: {reason}"
        )
        /// Device and server differ after all that could be mended was.
        public static let stillDiffers = LocalizedText(
            "sync.still_differs",
            "This device holds {device} entities of the server's, which has {server}; {repaired} "
                + "were mended in {rounds} rounds."
        )
        /// Conflicts that nobody has looked at.
        public static let conflicts = LocalizedPlural(
            "sync.conflicts",
            one: "{count} conflict to look at.",
            other: "{count} conflicts to look at."
        )
        /// A first sync with a known length.
        public static let readingSome = LocalizedText(
            "sync.reading_some",
            "Reading everything: {done} of {total}."
        )
        /// A first sync.
        public static let reading = LocalizedText("sync.reading", "Reading everything.")
        /// Changes are being sent.
        public static let sending = LocalizedText("sync.sending", "Sending: {done} of {total}.")
        /// Nothing has come yet.
        public static let checkingForChanges = LocalizedText(
            "sync.looking_for_news",
            "Looking for news."
        )
        /// Something has come.
        public static let received = LocalizedText("sync.received", "Received {count}.")
        /// A short sign: changes wait.
        public static let badgeWaiting = LocalizedText("sync.badge_waiting", "{count} pending")
        /// A short sign: a sync is under way.
        public static let badgeSyncing = LocalizedText("sync.badge_syncing", "Syncing…")
        /// A short sign: so far has it come.
        public static let badgeProgress = LocalizedText(
            "sync.badge_progress",
            "Syncing {done} of {total}"
        )
        /// A short sign: there is no network.
        public static let badgeOffline = LocalizedText("sync.badge_offline", "Offline")
        /// A short sign: the person decides.
        public static let badgeAttention = LocalizedText("sync.badge_attention", "Needs you")
        /// A short sign: the session has ended.
        public static let badgeSignIn = LocalizedText("sync.badge_sign_in", "Sign in")
        /// A short sign: the last try failed.
        public static let badgeFailure = LocalizedText("sync.badge_trouble", "Not synced")
        /// When a sync last ended well.
        public static let lastSynced = LocalizedText("sync.last_synced", "Last synced {ago}")
        /// No sync has ended well.
        public static let lastSyncedNever = LocalizedText("sync.last_synced_never", "Never synced")
        /// The age of what waits.
        public static let oldest = LocalizedText("sync.oldest", "The oldest has waited for {span}.")
        /// Changes that were tried for too long.
        public static let stale = LocalizedPlural(
            "sync.stale",
            one: "{count} change has been tried for three days.",
            other: "{count} changes have been tried for three days."
        )
        /// The database could not be read.
        public static let statusUnreadable = LocalizedText(
            "sync.status_unreadable",
            "The state of sync could not be read: {reason}"
        )
        /// A sync that ended well.
        public static let done = LocalizedText(
            "sync.done",
            "Synced: {sent} sent, {received} received."
        )
        /// A sync that was cut short.
        public static let partly = LocalizedText(
            "sync.partly",
            "Synced in part: {sent} sent, {received} received; the rest follows."
        )
        /// A sync that somebody stopped.
        public static let stopped = LocalizedText(
            "sync.stopped",
            "Stopped. What was done until then stays."
        )
        /// A run of the history that ended well.
        public static let runSucceeded = LocalizedText(
            "sync.run_succeeded",
            "Sent {sent}, received {received}"
        )
        /// A run of the history that was cut short.
        public static let runPartly = LocalizedText(
            "sync.run_partly",
            "Cut short: sent {sent}, received {received}"
        )
        /// A run of the history that failed.
        public static let runFailed = LocalizedText("sync.run_failed", "Failed: {reason}")
        /// A run of the history that was stopped.
        public static let runCancelled = LocalizedText("sync.run_cancelled", "Stopped")
        /// A run of the history that was not begun.
        public static let runSkipped = LocalizedText("sync.run_skipped", "Not begun: {reason}")

        static let all: [LocalizedText] =
            [
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
