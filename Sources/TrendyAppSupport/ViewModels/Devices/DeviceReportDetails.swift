/// What a device last reported about itself, as texts.
package struct DeviceReportDetails: Sendable, Equatable {
    /// A label and its value.
    package struct Line: Sendable, Equatable {
        /// The label.
        package let label: String
        /// The value.
        package let value: String
        /// Whether something is wrong with it.
        package var isProblem = false
    }

    /// An observer of a health category.
    package struct Observer: Sendable, Equatable, Identifiable {
        /// The name of the category on the wire.
        package let id: String
        /// The name for people.
        package let name: String
        /// Whether it runs.
        package let state: String
        /// When the system last called it.
        package let call: String
        /// Whether the system wakes the app for it.
        package let delivery: String
        /// Whether it does not run or is not delivered.
        package let isProblem: Bool
    }

    /// A reason and the number of changes that it concerns.
    package struct Reason: Sendable, Equatable {
        /// The number of changes.
        package let count: Int
        /// What happened, and what helps.
        package let text: String
    }

    /// Why changes failed, the most frequent reason first.
    package let failed: [Reason]
    /// Why changes wait behind failed ones.
    package let blocked: [Reason]
    /// The age of the oldest pending change; `nil` when nothing is pending.
    package let oldestText: String?
    /// For how long the device has been silent; `nil` when it has not.
    package let silentText: String?
    /// The versions of the program, its database and the system.
    package let versions: [Line]
    /// The permissions that the device has.
    package let permissions: [Line]
    /// The monitored regions; `nil` on a device that monitors none.
    package let regions: Line?
    /// The last event of a region; `nil` when none is known.
    package let regionEventText: String?
    /// The number of running observers; `nil` on a device without health data.
    package let observersText: Line?
    /// The observers; empty on a device without health data.
    package let observers: [Observer]
    /// The note that the device's program is too old to report more; `nil` otherwise.
    package let olderProgramText: String?
}
