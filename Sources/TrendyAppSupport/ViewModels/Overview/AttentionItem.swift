import TrendyLocalization

/// Something that needs the person.
public struct AttentionItem: Sendable, Equatable, Identifiable {
    /// The kind, which decides the page where the person can act.
    public enum Kind: Sendable, Hashable {
        /// A bad state of the device or of the sync.
        case problem(AppProblem.Kind)
        /// Changes that could not be sent.
        case failedChanges
        /// Values that lost a conflict.
        case conflicts
        /// Changes of other devices that need a newer program.
        case quarantined
        /// A device that has not reported for long.
        case silentDevice(id: String)
    }

    /// What it is.
    public let kind: Kind
    /// What happened, in a few words.
    public let title: String
    /// What happened, and what is safe; `nil` when the title says it all.
    public let text: String?
    /// What the person can do.
    public let remedy: String

    /// What it is.
    public var id: Kind { kind }
}

extension AttentionItem {
    /// Creates the item of a problem.
    init(_ problem: AppProblem) {
        kind = .problem(problem.kind)
        (title, text, remedy) = (problem.title, problem.text, problem.remedy)
    }

    /// Creates the item of a silent device.
    init(silent device: SyncStatusViewModel.Device) {
        kind = .silentDevice(id: device.id)
        title = Strings.WebOverview.silentDevice(["name": device.name])
        text = Strings.WebOverview.lastReport(["reported": device.reportedText])
        remedy = Strings.WebOverview.silentRemedy()
    }
}
