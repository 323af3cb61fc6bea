package import TrendyHealth
package import TrendyModel

/// Counts and warnings of an imported export.
package struct ImportSummary: Sendable, Equatable {
    /// A damaged part of an export.
    package struct Damage: Sendable, Equatable {
        /// The offset in the XML in bytes.
        package var offset: Int64
        /// The damaged element.
        package var element: String
        /// The kind of damage.
        package var message: String
    }

    /// A file beside the XML that could not be read.
    package struct UnreadFile: Sendable, Equatable {
        /// The path in the export; of a route, as its workout names it.
        package var path: String
        /// The reason.
        package var message: String
    }

    /// What became of the records of one type.
    package struct Kind: Sendable, Equatable {
        /// The number of records.
        package var records = 0
        /// The number of records from which events are made.
        package var used = 0
        /// The number of rejected records, by reason.
        package var rejections: [SampleRejection: Int] = [:]
        /// Whether this version does not know the type.
        package var isUnknown = false

        /// Creates an empty count.
        package init() {}
    }

    /// The size of the XML in bytes.
    package var bytes: Int64 = 0
    /// The creation date of the export; `nil` when it has none.
    package var exportedAt: Instant?
    /// The end of the newest used record or workout; `nil` when there is none.
    package var newestAt: Instant?
    /// The number of records and workouts, used or not.
    package var records = 0
    /// The number of records and workouts from which events are made.
    package var used = 0
    /// The number of rejected records, workout values and route files, by reason.
    package var rejections: [SampleRejection: Int] = [:]
    /// What became of the records of each type and of the other elements, by Apple's name.
    package var kinds: [String: Kind] = [:]
    /// The number of damaged parts.
    package var damages = 0
    /// The first damaged part.
    package var firstDamage: Damage?
    /// Whether the export is truncated.
    package var isTruncated = false
    /// The number of route files that were read.
    package var routes = 0
    /// The first unread route file in the order of workouts; ``rejections`` counts them.
    package var firstUnreadRoute: UnreadFile?
    /// The first unread electrocardiogram in the order of the export; ``rejections`` counts them.
    package var firstUnreadElectrocardiogram: UnreadFile?
    /// Apple's own daily sums of active energy in kcal.
    package var activitySummaries: [ActivitySummary] = []

    /// The damage and what to do about it; `nil` when the export is intact.
    package var warning: String? {
        guard damages > 0, let first = firstDamage else { return nil }
        let count = damages == 1 ? "One place" : "\(damages) places"
        return "\(count) could not be read, the first at byte \(first.offset) in \(first.element): "
            + "\(first.message). Everything else is kept. Export again with the phone unlocked "
            + "and import the new file to add the rest."
    }

    /// The missing routes and what to do about them; `nil` when all were read.
    package var routeWarning: String? {
        guard let first = firstUnreadRoute, let count = rejections[.unreadableRoute] else {
            return nil
        }
        let routes = count == 1 ? "One route of a workout" : "\(count) routes of workouts"
        return "\(routes) could not be read, the first \(first.path): \(first.message) "
            + "Everything else is kept. Import the complete zip from the Health app to add their "
            + "distance and ascent."
    }

    /// The unread electrocardiograms and what to do about them; `nil` when all were read.
    package var electrocardiogramWarning: String? {
        guard let first = firstUnreadElectrocardiogram,
            let count = rejections[.unreadableElectrocardiogram]
        else { return nil }
        let files = count == 1 ? "One electrocardiogram" : "\(count) electrocardiograms"
        return "\(files) could not be read, the first \(first.path): \(first.message) "
            + "Everything else is kept. Import the complete zip from the Health app to add the "
            + "rest."
    }
}

/// Apple's own sum for a day.
package struct ActivitySummary: Sendable, Equatable {
    /// The day.
    package var day: CalendarDay
    /// Active energy, kcal.
    package var activeEnergyKilocalories: Double
}
