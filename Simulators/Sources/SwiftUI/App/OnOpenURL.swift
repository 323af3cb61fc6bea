public import Foundation

package enum OpenURLHandlerKey: UpwardKey {
    package typealias Value = @MainActor (URL) -> Void
}

struct OnOpenURLModifier {
    let action: (URL) -> Void
}

extension OnOpenURLModifier: PrimitiveModifier {
    typealias Body = Never

    func apply(to node: ViewNode) {
        let action = action
        node.setUpward(OpenURLHandlerKey.self) { action($0) }
    }
}

extension View {
    /// Registers a handler to invoke in response to a URL that your app receives.
    nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
        modifier(OnOpenURLModifier(action: action))
    }
}
