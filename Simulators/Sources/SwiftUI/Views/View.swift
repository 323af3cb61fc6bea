/// A type that represents part of your app's user interface.
@MainActor
@preconcurrency
public protocol View {
    /// The type of view representing the body of this view.
    associatedtype Body: View

    /// The content and behavior of the view.
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
    /// The type of the body.
    public typealias Body = Never

    /// Traps: no value has this type.
    public var body: Never {
        preconditionFailure("No value of this type exists.")
    }
}

extension View where Body == Never {
    /// Traps: the view has no body.
    public var body: Never {
        preconditionFailure("\(Self.self) has no body.")
    }
}
