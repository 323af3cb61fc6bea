public import Foundation

/// Creates a preview of a SwiftUI view.
///
/// The view is compiled, not shown.
@freestanding(declaration)
public macro Preview(
    _ name: String? = nil,
    @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "PreviewsMacros", type: "SwiftUIView")

/// Creates a preview of a SwiftUI view using the specified traits.
///
/// The view is compiled, not shown.
@freestanding(declaration)
public macro Preview(
    _ name: String? = nil,
    traits: PreviewTrait<Preview.ViewTraits>,
    _ additionalTraits: PreviewTrait<Preview.ViewTraits>...,
    @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "PreviewsMacros", type: "SwiftUIView")

/// A preview of a view.
public struct Preview {
    /// The type of the traits of views.
    public struct ViewTraits {}
}

/// A trait that a preview uses to customize the appearance of a view.
public struct PreviewTrait<T> {}

extension PreviewTrait where T == Preview.ViewTraits {
    /// Offer the view its default size.
    public static var defaultLayout: PreviewTrait<T> { PreviewTrait() }
    /// Fit the container to the size of the preview.
    public static var sizeThatFitsLayout: PreviewTrait<T> { PreviewTrait() }
    /// Show the device in landscape, the home button on the left.
    public static var landscapeLeft: PreviewTrait<T> { PreviewTrait() }
    /// Show the device in landscape, the home button on the right.
    public static var landscapeRight: PreviewTrait<T> { PreviewTrait() }
    /// Show the device in portrait.
    public static var portrait: PreviewTrait<T> { PreviewTrait() }

    /// Center the preview in a fixed size container.
    public static func fixedLayout(width: CGFloat, height: CGFloat) -> PreviewTrait<T> {
        PreviewTrait()
    }
}
