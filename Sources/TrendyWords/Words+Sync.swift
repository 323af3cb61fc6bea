extension Words {
    /// How sync is doing.
    public enum Sync {
        /// Nobody has signed in.
        public static let notSignedIn = Phrase("sync.not_signed_in", "Not signed in.")
        /// The session has ended.
        public static let needsSignIn = Phrase(
            "sync.needs_sign_in",
            "Your session has ended: sign in again to go on syncing."
        )
        /// The app is too old.
        public static let needsUpgrade = Phrase(
            "sync.needs_upgrade",
            "Update Trendy to go on syncing."
        )
        /// The server cannot be reached.
        public static let offline = Phrase("sync.offline", "Offline.")
        /// Something else answers.
        public static let notTrendy = Phrase(
            "sync.not_trendy",
            "Another site answers in the server's place: sign in to this network first, or "
                + "check the server's address."
        )
        /// The server asks to wait.
        public static let busy = Phrase("sync.busy", "The server is busy.")
        /// Why a run waits: power is to be spared.
        public static let lowPower = Phrase(
            "sync.low_power",
            "Low Power Mode is on, so syncs are rarer."
        )
        /// Why a run waits: the network is to be spared.
        public static let sparesNetwork = Phrase(
            "sync.spares_network",
            "The network costs money or data is to be saved, so syncs are rarer."
        )
        /// The last run was cut short.
        public static let outOfTime = Phrase(
            "sync.out_of_time",
            "There was no time for everything; the rest follows."
        )
        /// Anything else went wrong.
        public static let trouble = Phrase("sync.trouble", "The last try failed: {reason}")
        /// Nothing waits.
        public static let allSynced = Phrase("sync.all_synced", "Everything is synced.")
        /// What is true even when sync fails.
        public static let allSaved = Phrase("sync.all_saved", "Everything is saved on this device.")
        /// Before the first sync.
        public static let neverSynced = Phrase("sync.never_synced", "Not synced with a server yet.")
        /// Events that wait.
        public static let eventsWaiting = CountedPhrase(
            "sync.events_waiting",
            one: "{count} event waiting.",
            other: "{count} events waiting."
        )
        /// Changes that wait.
        public static let changesWaiting = CountedPhrase(
            "sync.changes_waiting",
            one: "{count} change waiting.",
            other: "{count} changes waiting."
        )
        /// Events that wait for a time.
        public static let eventsWaitingUntil = CountedPhrase(
            "sync.events_waiting_until",
            one: "{count} event waiting, next try in {wait}.",
            other: "{count} events waiting, next try in {wait}."
        )
        /// Changes that wait for a time.
        public static let changesWaitingUntil = CountedPhrase(
            "sync.changes_waiting_until",
            one: "{count} change waiting, next try in {wait}.",
            other: "{count} changes waiting, next try in {wait}."
        )
        /// Changes that the person decides about.
        public static let undecided = CountedPhrase(
            "sync.undecided",
            one: "{count} change could not be sent and needs you.",
            other: "{count} changes could not be sent and need you."
        )
        /// Changes behind those.
        public static let blocked = CountedPhrase(
            "sync.blocked",
            one: "{count} of those that wait, waits behind them.",
            other: "{count} of those that wait, wait behind them."
        )
        /// Changes that this app cannot read.
        public static let quarantined = CountedPhrase(
            "sync.quarantined",
            one: "{count} change of another device needs a newer app to be shown.",
            other: "{count} changes of another device need a newer app to be shown."
        )
        /// Device and server differ.
        public static let differs = Phrase(
            "sync.differs",
            "This device and the server differ; the diagnosis tells how."
        )
        /// Device and server could not be compared.
        public static let notCompared = Phrase(
            "sync.not_compared",
            "Device and server could not be compared: {reason}"
        )
        /// Device and server differ after all that could be mended was.
        public static let stillDiffers = Phrase(
            "sync.still_differs",
            "This device holds {device} entities of the server's, which has {server}; {repaired} "
                + "were mended in {rounds} rounds."
        )
        /// Conflicts that nobody has looked at.
        public static let conflicts = CountedPhrase(
            "sync.conflicts",
            one: "{count} conflict to look at.",
            other: "{count} conflicts to look at."
        )
        /// A first sync with a known length.
        public static let readingSome = Phrase(
            "sync.reading_some",
            "Reading everything: {done} of {total}."
        )
        /// A first sync.
        public static let reading = Phrase("sync.reading", "Reading everything.")
        /// Changes are being sent.
        public static let sending = Phrase("sync.sending", "Sending: {done} of {total}.")
        /// Nothing has come yet.
        public static let lookingForNews = Phrase("sync.looking_for_news", "Looking for news.")
        /// Something has come.
        public static let received = Phrase("sync.received", "Received {count}.")
        /// A short sign: changes wait.
        public static let badgeWaiting = Phrase("sync.badge_waiting", "{count} pending")
        /// A short sign: a sync is under way.
        public static let badgeSyncing = Phrase("sync.badge_syncing", "Syncing…")
        /// A short sign: so far has it come.
        public static let badgeProgress = Phrase("sync.badge_progress", "Syncing {done} of {total}")
        /// A short sign: there is no network.
        public static let badgeOffline = Phrase("sync.badge_offline", "Offline")
        /// A short sign: the person decides.
        public static let badgeAttention = Phrase("sync.badge_attention", "Needs you")
        /// A short sign: the session has ended.
        public static let badgeSignIn = Phrase("sync.badge_sign_in", "Sign in")
        /// A short sign: the last try failed.
        public static let badgeTrouble = Phrase("sync.badge_trouble", "Not synced")
        /// When a sync last ended well.
        public static let lastSynced = Phrase("sync.last_synced", "Last synced {ago}")
        /// No sync has ended well.
        public static let lastSyncedNever = Phrase("sync.last_synced_never", "Never synced")
        /// The age of what waits.
        public static let oldest = Phrase("sync.oldest", "The oldest has waited for {span}.")
        /// Changes that were tried for too long.
        public static let stale = CountedPhrase(
            "sync.stale",
            one: "{count} change has been tried for three days.",
            other: "{count} changes have been tried for three days."
        )
        /// The database could not be read.
        public static let statusUnreadable = Phrase(
            "sync.status_unreadable",
            "The state of sync could not be read: {reason}"
        )
        /// A sync that ended well.
        public static let done = Phrase("sync.done", "Synced: {sent} sent, {received} received.")
        /// A sync that was cut short.
        public static let partly = Phrase(
            "sync.partly",
            "Synced in part: {sent} sent, {received} received; the rest follows."
        )
        /// A sync that somebody stopped.
        public static let stopped = Phrase(
            "sync.stopped",
            "Stopped. What was done until then stays."
        )
        /// A run of the history that ended well.
        public static let runSucceeded = Phrase(
            "sync.run_succeeded",
            "Sent {sent}, received {received}"
        )
        /// A run of the history that was cut short.
        public static let runPartly = Phrase(
            "sync.run_partly",
            "Cut short: sent {sent}, received {received}"
        )
        /// A run of the history that failed.
        public static let runFailed = Phrase("sync.run_failed", "Failed: {reason}")
        /// A run of the history that was stopped.
        public static let runCancelled = Phrase("sync.run_cancelled", "Stopped")
        /// A run of the history that was not begun.
        public static let runSkipped = Phrase("sync.run_skipped", "Not begun: {reason}")

        static let all: [Phrase] =
            [
                notSignedIn, needsSignIn, needsUpgrade, offline, notTrendy, busy, lowPower,
                sparesNetwork, outOfTime, trouble, allSynced, allSaved, neverSynced, differs,
                notCompared, stillDiffers, readingSome, reading, sending, lookingForNews, received,
                badgeWaiting,
                badgeSyncing, badgeProgress,
                badgeOffline, badgeAttention, badgeSignIn, badgeTrouble, lastSynced,
                lastSyncedNever, oldest, statusUnreadable, done, partly, stopped, runSucceeded,
                runPartly, runFailed, runCancelled, runSkipped,
            ] + eventsWaiting.phrases + changesWaiting.phrases + eventsWaitingUntil.phrases
            + changesWaitingUntil.phrases + undecided.phrases + quarantined.phrases
            + blocked.phrases + conflicts.phrases + stale.phrases
    }
}
