public import SwiftUI

/// A protocol used to construct map content such as markers, overlays and annotations.
@MainActor
@preconcurrency
public protocol MapContent {
    /// The type of the content that makes up this content.
    associatedtype Body: MapContent

    /// The content of this content.
    @MapContentBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: MapContent {}

extension MapContent where Body == Never {
    /// Traps: the content has no body.
    public var body: Never {
        preconditionFailure("\(Self.self) has no body.")
    }
}

/// Map content that describes its node itself.
@MainActor
protocol PrimitiveMapContent: MapContent {
    func makeMapNode(_ node: ViewNode)
}

/// Map content as a view of the graph.
struct MapContentNode<Content: MapContent> {
    let content: Content
}

extension MapContentNode: View, PrimitiveView {
    typealias Body = Never

    func makeNode(_ node: ViewNode) {
        if let primitive = content as? any PrimitiveMapContent {
            primitive.makeMapNode(node)
        } else {
            var installed = content
            DynamicProperties.install(in: &installed, on: node)
            node.mapChild(.body, installed.body)
        }
    }
}

extension ViewNode {
    /// Declares map content as a child.
    func mapChild<Content: MapContent>(
        _ key: NodeKey,
        _ content: Content,
        environment edit: (inout EnvironmentValues) -> Void = { _ in }
    ) {
        child(key, MapContentNode(content: content), environment: edit)
    }
}

extension Optional: MapContent, PrimitiveMapContent where Wrapped: MapContent {
    /// The content has no body.
    public typealias Body = Never

    func makeMapNode(_ node: ViewNode) {
        if let self { node.mapChild(.branch(true), self) }
    }
}

extension ForEach: MapContent, PrimitiveMapContent where Content: MapContent {
    /// The content has no body.
    public typealias Body = Never

    func makeMapNode(_ node: ViewNode) {
        var occurrences: [ID: Int] = [:]
        for element in data {
            let id = id(element)
            let occurrence = occurrences[id, default: 0]
            occurrences[id] = occurrence + 1
            node.mapChild(.id(AnyHashable(id), occurrence: occurrence), content(element))
        }
    }
}

extension ForEach where Content: MapContent {
    /// Creates an instance that uniquely identifies and creates map content across updates based
    /// on the identity of the underlying data.
    @MainActor
    public init(
        _ data: Data,
        @MapContentBuilder content: @escaping (Data.Element) -> Content
    ) where ID == Data.Element.ID, Data.Element: Identifiable {
        self.init(data: data, id: { $0.id }, content: content)
    }
}
