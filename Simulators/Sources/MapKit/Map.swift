public import SwiftUI

/// A view that displays an embedded map interface.
///
/// The mirror has no tiles: a renderer draws the content to scale over a grid. The parameters
/// `bounds`, `selection` and `scope` are not mirrored.
@MainActor
@preconcurrency
public struct Map<Content: View> {
    private let content: Content

    /// Creates a new map with the interaction modes and content you provide.
    public init<C: MapContent>(
        interactionModes: MapInteractionModes = .all,
        @MapContentBuilder content: () -> C
    ) where Content == MapContentView<Never, C> {
        self.content = MapContentView(
            position: nil,
            initialPosition: .automatic,
            interactionModes: interactionModes,
            content: content()
        )
    }

    /// Creates a new map with the camera position, interaction modes and content you provide.
    public init<C: MapContent>(
        initialPosition: MapCameraPosition,
        interactionModes: MapInteractionModes = .all,
        @MapContentBuilder content: () -> C
    ) where Content == MapContentView<Never, C> {
        self.content = MapContentView(
            position: nil,
            initialPosition: initialPosition,
            interactionModes: interactionModes,
            content: content()
        )
    }

    /// Creates a new map with the camera position, interaction modes and content you provide.
    ///
    /// When the person moves the map, the position becomes one that is `positionedByUser`.
    public init<C: MapContent>(
        position: Binding<MapCameraPosition>,
        interactionModes: MapInteractionModes = .all,
        @MapContentBuilder content: () -> C
    ) where Content == MapContentView<Never, C> {
        self.content = MapContentView(
            position: position,
            initialPosition: .automatic,
            interactionModes: interactionModes,
            content: content()
        )
    }
}

extension Map: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        node.child(.slot("content"), content)
    }
}

/// The content of a map; `Map` creates it.
@MainActor
@preconcurrency
public struct MapContentView<SelectionValue: Hashable, Content: MapContent> {
    let position: Binding<MapCameraPosition>?
    let initialPosition: MapCameraPosition
    let interactionModes: MapInteractionModes
    let content: Content
}

extension MapContentView: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        let viewport = node.memory { MapViewport(node: node) }
        viewport.follow(position, initially: initialPosition)
        node.environment.mapReading?.offer(viewport)
        var element = Element(.map)
        element.payload = MapLook(viewport: viewport, modes: interactionModes)
        element.handlers[.measure] = { value in
            if case .point(let width, let height) = value {
                viewport.measure(CGSize(width: width, height: height))
            }
        }
        if interactionModes.contains(.pan) {
            element.handlers[.drag] = { value in
                if case .point(let x, let y) = value {
                    viewport.drag(by: CGSize(width: x, height: y))
                }
            }
        }
        if interactionModes.contains(.zoom) {
            element.handlers[.zoomIn] = { _ in viewport.magnify(by: 2) }
            element.handlers[.zoomOut] = { _ in viewport.magnify(by: 0.5) }
        }
        node.element = element
        node.mapChild(.slot("content"), content)
    }
}

/// What a map is beside its content.
package struct MapLook {
    package let viewport: MapViewport
    package let modes: MapInteractionModes
}

extension Role {
    package static let map = Role(rawValue: "map")
    /// A mark on a map; its payload is an `AnnotationLook`.
    package static let annotation = Role(rawValue: "annotation")
}

extension HandlerName {
    /// Tells a map its size in points on a page, which has the layout: `.point`.
    package static let measure = HandlerName(rawValue: "measure")
    /// Drags a map by a number of points: `.point`.
    package static let drag = HandlerName(rawValue: "drag")
    package static let zoomIn = HandlerName(rawValue: "zoomIn")
    package static let zoomOut = HandlerName(rawValue: "zoomOut")
}
