import TrendyAppSupport

/// What a person should know about an entry: sync state, a change elsewhere, an unreadable field.
struct EventMark: Identifiable, Equatable {
    /// What the mark is about.
    enum Kind: Hashable {
        /// The entry is not sent yet.
        case pending
        /// The server did not accept the entry.
        case failed
        /// Another device changed the entry.
        case updated
        /// A field of the entry cannot be read.
        case unreadable
    }

    let kind: Kind
    let text: String

    var id: Kind { kind }

    /// How urgent it is.
    var tone: Tone {
        switch kind {
        case .pending: .neutral
        case .updated: .info
        case .failed: .danger
        case .unreadable: .warning
        }
    }

    /// The symbol.
    var icon: String {
        switch kind {
        case .pending: "icloud.and.arrow.up"
        case .updated: "arrow.triangle.2.circlepath"
        case .failed: "exclamationmark.icloud"
        case .unreadable: "questionmark.circle"
        }
    }
}

extension EventMark {
    /// The marks of a row, in order.
    static func marks(of row: TimelineRow) -> [EventMark] {
        let isFailed = row.marker == .failed
        return [
            row.markerText.map { EventMark(kind: isFailed ? .failed : .pending, text: $0) },
            row.updatedText.map { EventMark(kind: .updated, text: $0) },
            row.unreadable.map { EventMark(kind: .unreadable, text: $0) },
        ].compactMap(\.self)
    }
}
