public import Foundation

/// A type that applies standard interaction behavior and a custom appearance to all buttons within
/// a view hierarchy.
@MainActor
@preconcurrency
public protocol ButtonStyle {
    /// A view that represents the body of a button.
    associatedtype Body: View

    /// The properties of a button.
    typealias Configuration = ButtonStyleConfiguration

    /// Creates a view that represents the body of a button.
    @ViewBuilder @MainActor @preconcurrency
    func makeBody(configuration: Self.Configuration) -> Self.Body
}

/// The properties of a button.
public struct ButtonStyleConfiguration {
    /// A type-erased label of a button.
    public struct Label {
        let view: AnyView
    }

    /// An optional semantic role that describes the button's purpose.
    public let role: ButtonRole?
    /// A view that describes the effect of pressing the button.
    public let label: ButtonStyleConfiguration.Label
    /// A Boolean that indicates whether the user is currently pressing the button.
    public let isPressed: Bool
}

extension ButtonStyleConfiguration.Label: View {
    /// The label.
    public var body: some View { view }
}

/// A type that applies custom interaction behavior and a custom appearance to all buttons within a
/// view hierarchy.
@MainActor
@preconcurrency
public protocol PrimitiveButtonStyle {
    /// A view that represents the body of a button.
    associatedtype Body: View

    /// The properties of a button.
    typealias Configuration = PrimitiveButtonStyleConfiguration

    /// Creates a view that represents the body of a button.
    @ViewBuilder @MainActor @preconcurrency
    func makeBody(configuration: Self.Configuration) -> Self.Body
}

/// The properties of a button.
public struct PrimitiveButtonStyleConfiguration {
    /// A type-erased label of a button.
    public struct Label {
        let view: AnyView
    }

    /// An optional semantic role describing the button's purpose.
    public let role: ButtonRole?
    /// A view that describes the effect of calling the button's action.
    public let label: PrimitiveButtonStyleConfiguration.Label
    let action: @MainActor () -> Void

    /// Performs the button's action.
    @MainActor @preconcurrency
    public func trigger() {
        action()
    }
}

extension PrimitiveButtonStyleConfiguration.Label: View {
    /// The label.
    public var body: some View { view }
}

/// The shape used to draw a button's border.
public struct ButtonBorderShape: Equatable, Sendable {
    package let name: String

    /// A shape that defers to the system to determine an appropriate shape.
    public static let automatic = ButtonBorderShape(name: "automatic")
    /// A capsule shape.
    public static let capsule = ButtonBorderShape(name: "capsule")
    /// A rounded rectangle shape.
    public static let roundedRectangle = ButtonBorderShape(name: "roundedRectangle")
    /// A circular shape.
    public static let circle = ButtonBorderShape(name: "circle")

    /// A rounded rectangle shape with a corner radius.
    public static func roundedRectangle(radius: CGFloat) -> ButtonBorderShape {
        ButtonBorderShape(name: "roundedRectangle")
    }
}
