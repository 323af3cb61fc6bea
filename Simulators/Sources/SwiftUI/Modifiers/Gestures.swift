public import Foundation

/// Performs an action on a tap, without making the view a button.
struct TapModifier {
    let count: Int
    let action: () -> Void
}

extension TapModifier: PrimitiveModifier {
    typealias Body = Never

    func apply(to node: ViewNode) {
        let action = action
        node.accessibility.handlers[count == 1 ? .activate : .doubleTap] = { _ in action() }
    }
}

/// Performs an action with the location of a tap.
struct LocatedTapModifier {
    let action: (CGPoint) -> Void
}

extension LocatedTapModifier: PrimitiveModifier {
    typealias Body = Never

    func apply(to node: ViewNode) {
        let action = action
        node.accessibility.handlers[.tap] = { value in
            if case .point(let x, let y) = value { action(CGPoint(x: x, y: y)) }
        }
    }
}

struct LongPressModifier {
    let action: () -> Void
}

extension LongPressModifier: PrimitiveModifier {
    typealias Body = Never

    func apply(to node: ViewNode) {
        let action = action
        node.accessibility.handlers[.longPress] = { _ in action() }
    }
}

extension HandlerName {
    /// A tap whose location matters: `.point` in the element's own coordinate space.
    package static let tap = HandlerName(rawValue: "tap")
    package static let doubleTap = HandlerName(rawValue: "doubleTap")
    package static let longPress = HandlerName(rawValue: "longPress")
}

extension View {
    /// Adds an action to perform when this view recognizes a tap gesture.
    nonisolated public func onTapGesture(
        count: Int = 1,
        perform action: @escaping () -> Void
    ) -> some View {
        modifier(TapModifier(count: count, action: action))
    }

    /// Adds an action to perform when this view recognizes a tap gesture, and provides the action
    /// with the location of the interaction.
    nonisolated public func onTapGesture(
        count: Int = 1,
        coordinateSpace: some CoordinateSpaceProtocol = .local,
        perform action: @escaping (CGPoint) -> Void
    ) -> some View {
        modifier(LocatedTapModifier(action: action))
    }

    /// Adds an action to perform when this view recognizes a long press gesture.
    nonisolated public func onLongPressGesture(
        minimumDuration: Double = 0.5,
        maximumDistance: CGFloat = 10,
        perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
    ) -> some View {
        modifier(LongPressModifier(action: action))
    }
}
