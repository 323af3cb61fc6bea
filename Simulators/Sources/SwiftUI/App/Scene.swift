/// A part of an app's user interface with a life cycle managed by the system.
@MainActor
@preconcurrency
public protocol Scene {
    /// The type of scene that represents the body of this scene.
    associatedtype Body: Scene

    /// The content and behavior of the scene.
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

extension Scene where Body == Never {
    /// Traps: the scene has no body.
    public var body: Never {
        preconditionFailure("\(Self.self) has no body.")
    }
}

/// A result builder for composing a collection of scenes into a single composite scene.
@resultBuilder
public struct SceneBuilder {
    /// Builds an expression within the builder.
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content {
        content
    }

    /// Passes a single scene written as a child scene through unmodified.
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content {
        content
    }

    /// Combines two scenes, of which the first is shown.
    public static func buildBlock<C0: Scene, C1: Scene>(_ c0: C0, _ c1: C1) -> some Scene {
        TupleScene(first: c0, others: [c1])
    }

    /// Combines three scenes, of which the first is shown.
    public static func buildBlock<C0: Scene, C1: Scene, C2: Scene>(
        _ c0: C0,
        _ c1: C1,
        _ c2: C2
    ) -> some Scene {
        TupleScene(first: c0, others: [c1, c2])
    }
}

/// A scene that describes its node itself instead of having a body.
package protocol PrimitiveScene: Scene where Body == Never {
    /// Declares the views of the scene.
    @MainActor func makeNode(_ node: ViewNode)
}

/// Several scenes.
///
/// A phone shows the first.
struct TupleScene<First: Scene> {
    let first: First
    let others: [any Scene]
}

extension TupleScene: PrimitiveScene {
    typealias Body = Never

    func makeNode(_ node: ViewNode) {
        node.child(.index(0), SceneView(scene: first))
    }
}

/// A scene as a view of the graph.
package struct SceneView<Content: Scene> {
    let scene: Content

    package init(scene: Content) {
        self.scene = scene
    }
}

extension SceneView: View, PrimitiveView {
    package typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        if let primitive = scene as? any PrimitiveScene {
            primitive.makeNode(node)
        } else {
            var installed = scene
            DynamicProperties.install(in: &installed, on: node)
            node.child(.body, SceneView<Content.Body>(scene: installed.body))
        }
    }
}

/// An app as a view of the graph.
package struct AppView<Content: App> {
    let app: Content

    package init(app: Content) {
        self.app = app
    }
}

extension AppView: View, PrimitiveView {
    package typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        var installed = app
        DynamicProperties.install(in: &installed, on: node)
        node.child(.body, SceneView(scene: installed.body))
    }
}
