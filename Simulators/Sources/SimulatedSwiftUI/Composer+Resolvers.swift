package import SwiftUI

extension Composer {
    /// Completes an element: sets its children and pulls upward data from the nodes below.
    package typealias Resolver = @MainActor (inout ScreenNode, ViewNode, Composer) -> Void

    /// The roles whose elements are more than their children in order.
    package static let resolvers: [Role: Resolver] = [:]
}
