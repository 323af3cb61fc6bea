public import Foundation

/// A container view that defines its content as a function of its own size and coordinate space.
///
/// Without a layout of its own, the size is that of the screen.
public struct GeometryReader<Content: View> {
    /// The content.
    public var content: (GeometryProxy) -> Content

    /// Creates a geometry reader.
    nonisolated public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {
        self.content = content
    }
}

extension GeometryReader: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        var element = Element(.generic, layout: .depth(.topLeading))
        element.style = [
            .frame(FrameSize(maxWidth: .infinity, maxHeight: .infinity), .topLeading)
        ]
        node.element = element
        node.child(
            .slot("content"),
            content(GeometryProxy(size: node.environment.screenSize))
        )
    }
}

/// A proxy for access to the size and coordinate space of the container view.
public struct GeometryProxy: Sendable {
    /// The size of the container view.
    public let size: CGSize

    /// The safe area inset of the container view.
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }
}

private enum ScreenSizeKey: EnvironmentKey {
    // The screen of a common iPhone, in points.
    static let defaultValue = CGSize(width: 393, height: 852)
}

extension EnvironmentValues {
    /// The size of the screen in points.
    package var screenSize: CGSize {
        get { self[ScreenSizeKey.self] }
        set { self[ScreenSizeKey.self] = newValue }
    }
}
