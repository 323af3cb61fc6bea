internal import SwiftUI

/// A deliberate defect of the view graph, to prove that a test notices it.
public enum InjectedViewBug: CaseIterable, Sendable {
    /// Rows of `ForEach` are identified by their position.
    case stateLostOnReorder
    /// The last invalidated node of an update is not evaluated.
    case evaluationDropped
    /// Children get the environment of the root.
    case environmentNotPassed
    /// Of several `onChange` actions due in one update, only the first runs.
    case changeActionLost

    var injected: InjectedBug {
        switch self {
        case .stateLostOnReorder: .stateLostOnReorder
        case .evaluationDropped: .evaluationDropped
        case .environmentNotPassed: .environmentNotPassed
        case .changeActionLost: .changeActionLost
        }
    }
}
