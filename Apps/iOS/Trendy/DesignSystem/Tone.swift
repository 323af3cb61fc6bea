import SwiftUI

/// The role of a colour: what a state means to the person.
enum Tone: Hashable, CaseIterable {
    /// Nothing to do.
    case neutral
    /// Something is in progress.
    case info
    /// All is well.
    case success
    /// The person may want to act.
    case warning
    /// Something failed.
    case danger

    /// The colour of icons and edges.
    var color: Color {
        switch self {
        case .neutral: .secondary
        case .info: .blue
        case .success: .green
        case .warning: .orange
        case .danger: .red
        }
    }

    /// The symbol, because a state is never told by colour alone.
    var icon: String {
        switch self {
        case .neutral: "circle"
        case .info: "info.circle"
        case .success: "checkmark.circle"
        case .warning: "exclamationmark.triangle"
        case .danger: "xmark.octagon"
        }
    }
}
