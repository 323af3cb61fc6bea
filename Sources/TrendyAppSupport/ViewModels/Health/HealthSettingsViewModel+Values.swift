public import TrendyHealth
import TrendyKit
public import TrendyModel

extension HealthSettingsViewModel {
    /// The settings and state of a category.
    public struct Line: Sendable, Equatable, Identifiable {
        /// The category.
        public let category: HealthMetric
        /// The category's name.
        public let title: String
        /// The SF Symbol of its event type.
        public let icon: String
        /// Whether capture is enabled.
        public let isEnabled: Bool
        /// Whether notifications for new events are enabled.
        public let notifies: Bool
        /// The event type that the person chose; `nil` for the category's own type.
        public let eventTypeID: EntityID?
        /// The name of the event type.
        public let typeName: String
        /// The age of the newest sample, that capture is off, or the progress of the import.
        public let state: String
        /// When an event of the category last changed; `nil` when none has.
        public let changed: String?
        /// The start of the readable history when access is limited; `nil` when it is not.
        public let limited: String?
        /// The number of implausible samples that are excluded, with reasons; `nil` when there are
        /// none.
        public let unreadableCount: String?
        /// Why capture failed; `nil` when it did not.
        public let problem: String?
        /// The remark that access to the category was not requested yet; `nil` otherwise.
        public let unrequestedAccess: String?
        /// Whether its observer runs.
        public let isObserved: Bool
        /// When iOS last reported new data; `nil` while capture is off.
        public let observer: String?
        /// Whether and how often iOS wakes the app for the category; `nil` while capture is off.
        public let delivery: String?
        /// Whether iOS refused to wake the app for the category.
        public let isDeliveryRefused: Bool
        /// The time of the newest sample; `nil` when there is none.
        public let newestText: String?
        /// That no data has come for longer than expected, or that there is none; `nil` otherwise.
        public let silence: String?
        /// The sources and their order where they overlap; `nil` before the first comparison.
        public let sources: String?
        /// The imported share of the history, from 0 to 1; `nil` when no import runs.
        public let importProgress: Double?

        /// The category's name.
        public var id: String { category.rawValue }

        /// What certainly keeps data from arriving: a failed capture, or that iOS refused to wake
        /// the app; empty when neither is the case.
        public var problems: [String] {
            [problem, isDeliveryRefused ? delivery : nil].compactMap(\.self)
        }

        /// Neutral remarks: states that may be normal.
        ///
        /// Access that was not requested yet, no data or no new data, a limit of access, excluded
        /// samples. Apple Health does not reveal whether data is missing or may not be read.
        public var remarks: [String] {
            [unrequestedAccess, silence, limited, unreadableCount].compactMap(\.self)
        }
    }

    /// A problem with its remedy.
    public struct Finding: Sendable, Equatable, Identifiable {
        /// The position in the list.
        public let id: Int
        /// The problem.
        public let finding: String
        /// The remedy.
        public let remedy: String
        /// Whether data certainly does not arrive; `false` for missing new data, which may be
        /// normal.
        public let isFailure: Bool

        init(_ id: Int, _ found: HealthReport.Finding) {
            self.id = id
            finding = found.finding
            remedy = found.remedy
            isFailure = if case .overdue = found { false } else { true }
        }
    }
}

extension HealthReport.Finding {
    /// Whether capture only waits for the request of access.
    var isUnrequestedAccess: Bool {
        if case .failed(_, .healthData(.notAsked, _)) = self { true } else { false }
    }
}
