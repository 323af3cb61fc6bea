public import Foundation

/// A view that displays an image.
public struct Image: Equatable, Sendable {
    /// Where the image comes from.
    package enum Source: Equatable, Sendable {
        /// A symbol by its name in SF Symbols; filled from 0 to 1 where it is variable.
        case symbol(String, value: Double?)
        /// An image of the app's assets.
        case asset(String)
    }

    package let source: Source
    /// What the image says; `nil` to use the name, empty for a decoration.
    package let label: Text?
    private var resizing: Resizing?
    private var rendering: TemplateRenderingMode?

    /// Creates a system symbol image.
    public init(systemName: String) {
        source = .symbol(systemName, value: nil)
        label = nil
    }

    /// Creates a system symbol image with a variable value.
    public init(systemName: String, variableValue: Double?) {
        source = .symbol(systemName, value: variableValue)
        label = nil
    }

    /// Creates a labeled image that you can use as content for controls.
    public init(_ name: String, bundle: Bundle? = nil) {
        source = .asset(name)
        label = nil
    }

    /// Creates a labeled image that you can use as content for controls, with the specified label.
    public init(_ name: String, bundle: Bundle? = nil, label: Text) {
        source = .asset(name)
        self.label = label
    }

    /// Creates an unlabeled, decorative image.
    public init(decorative name: String, bundle: Bundle? = nil) {
        source = .asset(name)
        label = Text(verbatim: "")
    }

    /// The modes that SwiftUI uses to resize an image to fit within its containing view.
    public enum ResizingMode: Sendable {
        /// A mode to repeat the image at its original size.
        case tile
        /// A mode to enlarge or reduce the size of an image.
        case stretch
    }

    /// A type that indicates how SwiftUI renders images.
    public enum TemplateRenderingMode: Sendable {
        /// A mode that renders all non-transparent pixels as the foreground color.
        case template
        /// A mode that renders pixels of bitmap images as-is.
        case original
    }

    /// A scale to apply to vector images relative to text.
    public enum Scale: Hashable, Sendable {
        /// A scale that produces small images.
        case small
        /// A scale that produces medium-sized images.
        case medium
        /// A scale that produces large images.
        case large
    }

    /// The level of quality for rendering an image that requires interpolation.
    public enum Interpolation: Sendable {
        /// A value that indicates SwiftUI doesn't interpolate image data.
        case none
        /// A low level of interpolation quality.
        case low
        /// A medium level of interpolation quality.
        case medium
        /// A high level of interpolation quality.
        case high
    }

    /// Sets the mode by which SwiftUI resizes an image to fit its space.
    public func resizable(
        capInsets: EdgeInsets = EdgeInsets(),
        resizingMode: Image.ResizingMode = .stretch
    ) -> Image {
        var copy = self
        copy.resizing = Resizing(mode: resizingMode)
        return copy
    }

    /// Indicates whether SwiftUI renders an image as-is, or by using a different mode.
    public func renderingMode(_ renderingMode: Image.TemplateRenderingMode?) -> Image {
        var copy = self
        copy.rendering = renderingMode
        return copy
    }

    /// Specifies the current level of quality for rendering an image.
    public func interpolation(_ interpolation: Image.Interpolation) -> Image { self }

    /// Specifies whether SwiftUI applies antialiasing when rendering the image.
    public func antialiased(_ isAntialiased: Bool) -> Image { self }

    private struct Resizing: Equatable, Sendable {
        let mode: ResizingMode
    }
}

extension Image: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    nonisolated package static var readsObservables: Bool { false }

    package func makeNode(_ node: ViewNode) {
        let environment = node.environment
        let label = label?.string(in: environment)
        var element = Element(label == "" ? .decoration : .image, text: label)
        element.payload = source
        element.style = [
            .text(environment.textStyle, environment.textLayout),
            .imageScale(environment.imageScale),
        ]
        if let mode = environment.symbolRenderingMode {
            element.style.append(.symbolRendering(mode.name))
        }
        if resizing != nil { element.style.append(.resizable) }
        node.element = element
    }
}
