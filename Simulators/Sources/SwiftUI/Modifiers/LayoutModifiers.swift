public import Foundation

extension View {
    /// Adds a different padding amount to each edge of this view.
    nonisolated public func padding(_ insets: EdgeInsets) -> some View {
        style(.insets(insets))
    }

    /// Adds an equal padding amount to specific edges of this view.
    nonisolated public func padding(
        _ edges: Edge.Set = .all,
        _ length: CGFloat? = nil
    ) -> some View {
        style(.padding(edges, length))
    }

    /// Adds a specific padding amount to each edge of this view.
    nonisolated public func padding(_ length: CGFloat) -> some View {
        style(.padding(.all, length))
    }

    /// Positions this view within an invisible frame with the specified size.
    nonisolated public func frame(
        width: CGFloat? = nil,
        height: CGFloat? = nil,
        alignment: Alignment = .center
    ) -> some View {
        style(.frame(FrameSize(width: width, height: height), alignment))
    }

    /// Positions this view within an invisible frame having the specified size constraints.
    nonisolated public func frame(
        minWidth: CGFloat? = nil,
        idealWidth: CGFloat? = nil,
        maxWidth: CGFloat? = nil,
        minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil,
        maxHeight: CGFloat? = nil,
        alignment: Alignment = .center
    ) -> some View {
        let size = FrameSize(
            minWidth: minWidth,
            maxWidth: maxWidth,
            minHeight: minHeight,
            maxHeight: maxHeight
        )
        return style(.frame(size, alignment))
    }

    /// Positions this view within an invisible frame with a size relative to the container.
    nonisolated public func containerRelativeFrame(
        _ axes: Axis.Set,
        alignment: Alignment = .center
    ) -> some View {
        style(.containerRelative(axes))
    }

    /// Fixes this view at its ideal size.
    nonisolated public func fixedSize() -> some View {
        style(.fixedSize(horizontal: true, vertical: true))
    }

    /// Fixes this view at its ideal size in the specified dimensions.
    nonisolated public func fixedSize(horizontal: Bool, vertical: Bool) -> some View {
        style(.fixedSize(horizontal: horizontal, vertical: vertical))
    }

    /// Sets the priority by which a parent layout should apportion space to this child.
    nonisolated public func layoutPriority(_ value: Double) -> some View {
        style(.layoutPriority(value))
    }

    /// Constrains this view's dimensions to the specified aspect ratio.
    nonisolated public func aspectRatio(
        _ aspectRatio: CGFloat? = nil,
        contentMode: ContentMode
    ) -> some View {
        style(.aspectRatio(aspectRatio, contentMode))
    }

    /// Constrains this view's dimensions to the aspect ratio of the given size.
    nonisolated public func aspectRatio(
        _ aspectRatio: CGSize,
        contentMode: ContentMode
    ) -> some View {
        style(.aspectRatio(aspectRatio.width / aspectRatio.height, contentMode))
    }

    /// Scales this view to fit its parent.
    nonisolated public func scaledToFit() -> some View {
        aspectRatio(contentMode: .fit)
    }

    /// Scales this view to fill its parent.
    nonisolated public func scaledToFill() -> some View {
        aspectRatio(contentMode: .fill)
    }

    /// Offset this view by the horizontal and vertical amount specified.
    nonisolated public func offset(_ offset: CGSize) -> some View {
        style(.offset(offset))
    }

    /// Offset this view by the specified horizontal and vertical distances.
    nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
        style(.offset(CGSize(width: x, height: y)))
    }

    /// Positions the center of this view at the specified point in its parent's coordinate space.
    nonisolated public func position(_ position: CGPoint) -> some View {
        style(.position(position))
    }

    /// Positions the center of this view at the specified coordinates.
    nonisolated public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View {
        style(.position(CGPoint(x: x, y: y)))
    }

    /// Controls the display order of overlapping views.
    nonisolated public func zIndex(_ value: Double) -> some View {
        style(.zIndex(value))
    }

    /// Expands the safe area of a view.
    nonisolated public func ignoresSafeArea(
        _ regions: SafeAreaRegions = .all,
        edges: Edge.Set = .all
    ) -> some View {
        style(.ignoresSafeArea(edges))
    }

    /// Configures the content margin for a provided placement.
    nonisolated public func contentMargins(
        _ edges: Edge.Set = .all,
        _ length: CGFloat?,
        for placement: ContentMarginPlacement = .automatic
    ) -> some View {
        style(.margins(edges, length))
    }

    /// Configures the content margin for a provided placement.
    nonisolated public func contentMargins(
        _ length: CGFloat,
        for placement: ContentMarginPlacement = .automatic
    ) -> some View {
        style(.margins(.all, length))
    }
}

/// A set of symbolic safe area regions.
public struct SafeAreaRegions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates a new option set from a raw value.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The safe area defined by the device and containers within the user interface.
    public static let container = SafeAreaRegions(rawValue: 1)
    /// The safe area matching the current extent of any software keyboard.
    public static let keyboard = SafeAreaRegions(rawValue: 2)
    /// All safe area regions.
    public static let all = SafeAreaRegions(rawValue: .max)
}

/// The placement of margins.
public struct ContentMarginPlacement: Sendable {
    private let name: String

    /// The automatic placement.
    public static var automatic: ContentMarginPlacement { .init(name: "automatic") }
    /// The scroll content placement.
    public static var scrollContent: ContentMarginPlacement { .init(name: "scrollContent") }
    /// The scroll indicator placement.
    public static var scrollIndicators: ContentMarginPlacement { .init(name: "scrollIndicators") }
}
