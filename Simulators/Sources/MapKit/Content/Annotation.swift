public import CoreLocation
public import SwiftUI

/// A customizable annotation that marks a map location.
@MainActor
@preconcurrency
public struct Annotation<Label: View, Content: View> {
    private let coordinate: CLLocationCoordinate2D
    private let anchor: UnitPoint
    private let content: Content
    private let label: Label

    /// Creates an annotation that displays a view at a coordinate on the map.
    public init(
        coordinate: CLLocationCoordinate2D,
        anchor: UnitPoint = .center,
        @ViewBuilder content: () -> Content,
        @ViewBuilder label: () -> Label
    ) {
        (self.coordinate, self.anchor) = (coordinate, anchor)
        (self.content, self.label) = (content(), label())
    }

    /// Creates an annotation that displays a view at a coordinate on the map.
    public init(
        _ titleKey: LocalizedStringKey,
        coordinate: CLLocationCoordinate2D,
        anchor: UnitPoint = .center,
        @ViewBuilder content: () -> Content
    ) where Label == Text {
        self.init(coordinate: coordinate, anchor: anchor, content: content) { Text(titleKey) }
    }

    /// Creates an annotation that displays a view at a coordinate on the map.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S,
        coordinate: CLLocationCoordinate2D,
        anchor: UnitPoint = .center,
        @ViewBuilder content: () -> Content
    ) where Label == Text {
        self.init(coordinate: coordinate, anchor: anchor, content: content) { Text(title) }
    }
}

extension Annotation: MapContent, PrimitiveMapContent {
    /// The content has no body.
    public typealias Body = Never

    func makeMapNode(_ node: ViewNode) {
        var element = Element(.annotation)
        element.payload = AnnotationLook(coordinate: coordinate, anchor: anchor)
        node.element = element
        node.child(.slot("content"), content)
        node.child(.slot("label"), label)
    }
}

/// Displays the current location of the user on the map.
///
/// Without the permission of the person it shows nothing.
@MainActor
@preconcurrency
public struct UserAnnotation<Content: View> {
    private let content: Content

    /// Displays the current location of the user using the MapKit default style and behavior.
    public init() where Content == DefaultUserAnnotationContent {
        content = DefaultUserAnnotationContent()
    }
}

extension UserAnnotation: MapContent, PrimitiveMapContent {
    /// The content has no body.
    public typealias Body = Never

    func makeMapNode(_ node: ViewNode) {
        var element = Element(.annotation)
        element.payload = AnnotationLook(coordinate: nil, anchor: .center)
        node.element = element
        node.child(.slot("content"), content)
        node.child(.slot("label"), Text(.myLocation))
    }
}

/// The dot at the location of the user; `UserAnnotation` creates it.
public struct DefaultUserAnnotationContent: View {
    nonisolated init() {}

    /// A blue dot with a white edge.
    public var body: some View {
        ZStack {
            Circle().fill(.white).frame(width: 20, height: 20)
            Circle().fill(.blue).frame(width: 14, height: 14)
        }
        .shadow(radius: 2)
    }
}

/// Where a mark is on a map.
package struct AnnotationLook {
    /// `nil` for the location of the user.
    package let coordinate: CLLocationCoordinate2D?
    /// The point of the content that is at the coordinate.
    package let anchor: UnitPoint
}
