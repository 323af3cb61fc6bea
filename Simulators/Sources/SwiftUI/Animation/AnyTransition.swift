public import Foundation

/// A type-erased transition.
///
/// Kept as a value: views appear and disappear at once.
public struct AnyTransition: Sendable {
    private init() {}

    /// A transition that returns the input view, unmodified, as the output view.
    public static let identity = AnyTransition()
    /// A transition from transparent to opaque on insertion, and back on removal.
    public static let opacity = AnyTransition()
    /// A transition that inserts by moving in from the leading edge.
    public static var slide: AnyTransition { AnyTransition() }
    /// A transition that scales the view.
    public static var scale: AnyTransition { AnyTransition() }

    /// A transition that scales the view by the specified amount.
    public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition {
        AnyTransition()
    }

    /// A transition that moves the view away, towards the specified edge of the view.
    public static func move(edge: Edge) -> AnyTransition {
        AnyTransition()
    }

    /// A transition that moves the view in from an edge and pushes the former one out.
    public static func push(from edge: Edge) -> AnyTransition {
        AnyTransition()
    }

    /// A transition by an offset.
    public static func offset(_ offset: CGSize) -> AnyTransition {
        AnyTransition()
    }

    /// A transition that uses a different transition for insertion versus removal.
    public static func asymmetric(
        insertion: AnyTransition,
        removal: AnyTransition
    ) -> AnyTransition {
        AnyTransition()
    }

    /// Combines this transition with another.
    public func combined(with other: AnyTransition) -> AnyTransition { self }

    /// Attaches an animation to this transition.
    public func animation(_ animation: Animation?) -> AnyTransition { self }
}

/// A kind of transition that applies to the content within a single view.
public struct ContentTransition: Equatable, Sendable {
    private let name: String

    /// The identity content transition, which indicates that content changes shouldn't animate.
    public static let identity = ContentTransition(name: "identity")
    /// Content fades from transparent to opaque on insertion.
    public static let opacity = ContentTransition(name: "opacity")
    /// Content is interpolated where possible.
    public static let interpolate = ContentTransition(name: "interpolate")

    /// Creates a content transition for text that displays numeric text.
    public static func numericText(countsDown: Bool = false) -> ContentTransition {
        ContentTransition(name: "numericText")
    }

    /// Creates a content transition for text that displays numeric text of a value.
    public static func numericText(value: Double) -> ContentTransition {
        ContentTransition(name: "numericText")
    }
}
