extension Strings {
    /// Texts of the web pages: where the number of a metric on a day comes from.
    package enum WebExplanation {
        package static let title = LocalizedText("web_explanation.title", "Behind the number")
        package static let metric = LocalizedText("web_explanation.metric", "Metric")
        package static let day = LocalizedText("web_explanation.day", "Day")
        package static let show = LocalizedText("web_explanation.show", "Show")
        package static let previousDay = LocalizedText(
            "web_explanation.previous_day",
            "Previous day"
        )
        package static let nextDay = LocalizedText("web_explanation.next_day", "Next day")
        /// A field that is not a metric.
        package static let unknownMetric = LocalizedText(
            "web_explanation.unknown_metric",
            "There is no such metric. Choose one from the list."
        )
        /// A field that is not a day.
        package static let invalidDay = LocalizedText(
            "web_explanation.invalid_day",
            "Enter a day from 1970 to today, such as {today}."
        )
        /// There is no metric to choose.
        package static let noMetrics = LocalizedText(
            "web_explanation.no_metrics",
            "There is no health data yet. Import an export, or install the app on a phone."
        )
        package static let unreadable = LocalizedText(
            "web_explanation.unreadable",
            "Where the number comes from could not be read: {reason}"
        )
        package static let noNumber = LocalizedText("web_explanation.no_number", "No number")
        package static let results = LocalizedPlural(
            "web_explanation.results",
            one: "{count} result",
            other: "{count} results"
        )
        /// A result without a value.
        package static let anEntry = LocalizedText("web_explanation.an_entry", "An entry")

        // Who computed it.
        package static let enteredByYou = LocalizedText(
            "web_explanation.entered_by_you",
            "Entered by you, last changed {time}."
        )
        package static let computedHere = LocalizedText(
            "web_explanation.computed_here",
            "Computed by this device, {time}."
        )
        package static let computedElsewhere = LocalizedText(
            "web_explanation.computed_elsewhere",
            "Computed by another of your devices, {time}."
        )
        package static let computedByADevice = LocalizedText(
            "web_explanation.computed_by_a_device",
            "Computed by one of your devices, {time}."
        )
        package static let evidence = LocalizedPlural(
            "web_explanation.evidence",
            one: "From {count} sample, which ends {time}.",
            other: "From {count} samples, the newest of which ends {time}."
        )

        // What the sources say.
        package static let sources = LocalizedText(
            "web_explanation.sources",
            "What each source says"
        )
        package static let sourcesTable = LocalizedText(
            "web_explanation.sources_table",
            "Sources, highest priority first"
        )
        package static let source = LocalizedText("web_explanation.source", "Source")
        package static let priority = LocalizedText("web_explanation.priority", "Priority")
        package static let samples = LocalizedText("web_explanation.samples", "Samples")
        package static let alone = LocalizedText("web_explanation.alone", "Alone")
        package static let mean = LocalizedText("web_explanation.mean", "Mean")
        package static let counted = LocalizedText("web_explanation.counted", "Counted")
        package static let covered = LocalizedText("web_explanation.covered", "Covers")
        package static let overlapped = LocalizedText(
            "web_explanation.overlapped",
            "Overlapped"
        )
        package static let newest = LocalizedText("web_explanation.newest", "Newest")
        package static let none = LocalizedText("web_explanation.none", "none")
        package static let noAmount = LocalizedText("web_explanation.no_amount", "–")
        package static let oneSource = LocalizedText(
            "web_explanation.one_source",
            "There is one source, so nothing was merged."
        )
        package static let mergedByPriority = LocalizedText(
            "web_explanation.merged_by_priority",
            "Where sources cover the same time, only the one with the highest priority counts, as "
                + "in the Health app. “Alone” is what a source says without the others."
        )
        package static let ordered = LocalizedText(
            "web_explanation.ordered",
            "The sources are in the order of their priority. “Overlapped” is the time that a "
                + "source of higher priority covers as well."
        )
        package static let agrees = LocalizedText(
            "web_explanation.agrees",
            "These samples give the stored number."
        )
        package static let differs = LocalizedText(
            "web_explanation.differs",
            "These samples give {computed}, and {stored} is stored: it was computed from other "
                + "samples than those kept here."
        )

        package static let otherBounds = LocalizedText(
            "web_explanation.other_bounds",
            "These samples give {computed} for the day in your time zone. {stored} was computed in "
                + "another one, for a day that begins {time}."
        )

        // When it was computed.
        package static let asOf = LocalizedText("web_explanation.as_of", "As of when")
        package static let newestOfDay = LocalizedText(
            "web_explanation.newest_of_day",
            "Newest sample of the day"
        )
        package static let computedAt = LocalizedText(
            "web_explanation.computed_at",
            "Last computed or changed"
        )
        package static let newestRead = LocalizedText(
            "web_explanation.newest_read",
            "Newest sample read of any day"
        )
        package static let lastReading = LocalizedText(
            "web_explanation.last_reading",
            "Last reading that changed something"
        )
        package static let rejected = LocalizedText(
            "web_explanation.rejected",
            "Rejected samples of any day"
        )
        package static let noneRejected = LocalizedText("web_explanation.none_rejected", "None")

        // What is missing.
        package static let missing = LocalizedText(
            "web_explanation.missing",
            "What is missing"
        )
        package static let nothingMissing = LocalizedText(
            "web_explanation.nothing_missing",
            "No missing data is known here."
        )
        package static let nothingStored = LocalizedText(
            "web_explanation.nothing_stored",
            "Nothing is stored for this day. That is not zero: no device has reported anything."
        )
        package static let gaps = LocalizedText(
            "web_explanation.gaps",
            "Nothing was measured at {hours}."
        )
        package static let importing = LocalizedPlural(
            "web_explanation.importing",
            one: "The first import still has {count} day to compute.",
            other: "The first import still has {count} days to compute."
        )
        package static let notReadable = LocalizedText(
            "web_explanation.not_readable",
            "Samples before {time} cannot be read."
        )
        package static let readingFailed = LocalizedText(
            "web_explanation.reading_failed",
            "The last reading failed: {reason}"
        )
        package static let dayGoesOn = LocalizedText(
            "web_explanation.day_goes_on",
            "The day is not over, so the number can still change."
        )

        // What is not known here.
        package static let unknown = LocalizedText(
            "web_explanation.unknown",
            "What is not known here"
        )
        package static let noSamplesOnServer = LocalizedText(
            "web_explanation.no_samples_on_server",
            "What each source says, and what overlapped: raw samples never leave the device that "
                + "reads them, so the server has only the result."
        )
        package static let noSamplesHere = LocalizedText(
            "web_explanation.no_samples_here",
            "What each source says, and what overlapped: this device kept no raw samples. An "
                + "import of an Apple Health export on this device can keep them."
        )
        package static let noSamplesOfDay = LocalizedText(
            "web_explanation.no_samples_of_day",
            "What each source says: the samples kept on this device have none of this day."
        )
        package static let takenAsAWhole = LocalizedText(
            "web_explanation.taken_as_a_whole",
            "What each source says: results of {metric} are taken over as a whole, not computed "
                + "from single samples that could be compared."
        )
        package static let serverReadsNothing = LocalizedText(
            "web_explanation.server_reads_nothing",
            "Rejected samples and failed readings: only the device that reads the samples knows "
                + "them."
        )
        package static let notReadHere = LocalizedText(
            "web_explanation.not_read_here",
            "Rejected samples and failed readings: this device has never read this metric; only "
                + "the device that does knows them."
        )
        package static let deviceNotRecorded = LocalizedText(
            "web_explanation.device_not_recorded",
            "Which device computed it: a result says when it was computed and from how many "
                + "samples, not by which device."
        )

        static let all: [LocalizedText] =
            [
                title, metric, day, show, previousDay, nextDay, unknownMetric, invalidDay,
                noMetrics, unreadable, noNumber, anEntry, enteredByYou, computedHere,
                computedElsewhere, computedByADevice, sources, sourcesTable, source, priority,
                samples, alone, mean, counted, covered, overlapped, newest, none, noAmount,
                oneSource, mergedByPriority, ordered, agrees, differs, otherBounds, asOf,
                newestOfDay,
                computedAt, newestRead, lastReading, rejected, noneRejected, missing,
                nothingMissing, nothingStored, gaps, notReadable, readingFailed, dayGoesOn,
                unknown, noSamplesOnServer, noSamplesHere, noSamplesOfDay, takenAsAWhole,
                serverReadsNothing, notReadHere, deviceNotRecorded,
            ] + results.texts + evidence.texts + importing.texts
    }
}
