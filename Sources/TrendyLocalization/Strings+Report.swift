extension Strings {
    /// Texts of the diagnosis as an app shows it.
    package enum Report {
        /// The title of the shared text.
        package static let title = LocalizedText("report.title", "Diagnosis of Trendy, {time}")
        /// There are no findings.
        package static let nothingFound = LocalizedText(
            "report.nothing_found",
            "No problems found."
        )
        /// The number of findings.
        package static let found = LocalizedPlural(
            "report.found",
            one: "{count} problem found.",
            other: "{count} problems found."
        )
        /// The diagnosis contains no personal data.
        package static let privacy = LocalizedText(
            "report.privacy",
            "Contains counts, states and times only: no health values, places, notes or names."
        )
        /// The diagnosis could not be made; `{reason}` says why.
        package static let unreadable = LocalizedText(
            "report.unreadable",
            "The diagnosis may be out of date: {reason}"
        )
        /// The comparison with the server failed; `{reason}` says why.
        package static let notCompared = LocalizedText(
            "report.not_compared",
            "Not compared with the server: {reason}"
        )
        /// The file could not be written; `{reason}` says why.
        package static let notWritten = LocalizedText(
            "report.not_written",
            "The file was not written: {reason}"
        )
        /// The section of the stored data.
        package static let data = LocalizedText("report.data", "Data")
        /// The section of sync.
        package static let sync = LocalizedText("report.sync", "Sync")
        /// The section of places.
        package static let places = LocalizedText("report.places", "Places")
        /// The section of health capture.
        package static let health = LocalizedText("report.health", "Health")
        /// The number of events.
        package static let entries = LocalizedText("report.entries", "Entries")
        /// The number of event types.
        package static let types = LocalizedText("report.types", "Types")
        /// The size of the database.
        package static let size = LocalizedText("report.size", "Size")
        /// A size in megabytes.
        package static let megabytes = LocalizedText("report.megabytes", "{value} MB")
        /// The number of pending changes.
        package static let pending = LocalizedText("report.pending", "Not sent yet")
        /// The number of failed changes.
        package static let failed = LocalizedText("report.failed", "Could not be sent")
        /// The number of conflicts.
        package static let conflicts = LocalizedText("report.conflicts", "Conflicts")
        /// The last successful sync.
        package static let lastSync = LocalizedText("report.last_sync", "Last sync")
        /// Never.
        package static let never = LocalizedText("report.never", "Never")
        /// Whether device and server agree.
        package static let agreement = LocalizedText("report.agreement", "Same as the server")
        /// The number of monitored places.
        package static let monitored = LocalizedText("report.monitored", "Monitored places")
        /// The number of open visits.
        package static let openVisits = LocalizedText("report.open_visits", "Open visits")
        /// The last signal of a place.
        package static let lastSignal = LocalizedText("report.last_signal", "Last signal")
        /// The number of captured kinds of health data.
        package static let captured = LocalizedText("report.captured", "Captured kinds")
        /// The number of kinds whose capture fails.
        package static let failing = LocalizedText("report.failing", "Kinds that fail")
        /// The remedy for failed changes.
        package static let failedRemedy = LocalizedText(
            "report.failed_remedy",
            "Open Sync to try again, edit or discard them."
        )
        /// The remedy for conflicts.
        package static let conflictsRemedy = LocalizedText(
            "report.conflicts_remedy",
            "Open Conflicts to see both versions and choose."
        )
        /// The remedy for an overdue sync.
        package static let notSyncedRemedy = LocalizedText(
            "report.not_synced_remedy",
            "Open Sync to see why, and sync from there."
        )
        /// The remedy for visits without recent evidence.
        package static let visitsRemedy = LocalizedText(
            "report.visits_remedy",
            "Open the app where you are now, or end the visit under Places."
        )
        /// The remedy for places whose type is missing.
        package static let placesRemedy = LocalizedText(
            "report.places_remedy",
            "Choose another type for them under Places."
        )
        /// The remedy for problems that the person cannot solve alone.
        package static let shareRemedy = LocalizedText(
            "report.share_remedy",
            "Share this diagnosis with whoever runs your server. Nothing was deleted."
        )

        static let all: [LocalizedText] =
            [
                title, nothingFound, privacy, unreadable, notCompared, notWritten, data, sync,
                places, health, entries, types, size, megabytes, pending, failed, conflicts,
                lastSync, never, agreement, monitored, openVisits, lastSignal, captured, failing,
                failedRemedy, conflictsRemedy, notSyncedRemedy, visitsRemedy, placesRemedy,
                shareRemedy,
            ] + found.texts
    }
}
