/// A structure that computes views on demand from an underlying collection of identified data.
public struct ForEach<Data, ID, Content> where Data: RandomAccessCollection, ID: Hashable {
    /// The collection of underlying identified data.
    public var data: Data
    /// A function to create content on demand using the underlying data.
    public var content: (Data.Element) -> Content
    package let id: (Data.Element) -> ID

    package init(
        data: Data,
        id: @escaping (Data.Element) -> ID,
        content: @escaping (Data.Element) -> Content
    ) {
        self.data = data
        self.id = id
        self.content = content
    }
}

extension ForEach: View, PrimitiveView where Content: View {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        var limit = Int.max
        if let window = node.environment.rowWindow {
            limit = node.memory { RowProgress() }.limit
            if data.count > limit { node.graph.afterUpdate(of: node) { window.fill() } }
        }
        var occurrences: [ID: Int] = [:]
        let rows = data.prefix(limit)
        for (index, element) in rows.enumerated() {
            let id = id(element)
            let occurrence = occurrences[id, default: 0]
            occurrences[id] = occurrence + 1
            let key: NodeKey =
                node.graph.injectedBug == .stateLostOnReorder
                ? .index(index) : .id(AnyHashable(id), occurrence: occurrence)
            declareRow(content(element), key, at: index, on: node)
        }
        if rows.count < data.count { node.child(.slot("pendingRows"), PendingRows()) }
    }

    @MainActor
    private func declareRow(_ row: Content, _ key: NodeKey, at index: Int, on node: ViewNode) {
        guard let delete = node.environment.rowEditing.delete else {
            return node.child(key, row)
        }
        node.child(key, row.modifier(DeletableRowModifier(index: index, delete: delete))) {
            $0.rowEditing = RowEditing()
        }
    }
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
    /// Creates an instance that uniquely identifies views across updates by the data's identity.
    nonisolated public init(
        _ data: Data,
        @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.init(data: data, id: { $0.id }, content: content)
    }
}

extension ForEach where Content: View {
    /// Creates an instance that identifies views by the key path to the data's identifier.
    nonisolated public init(
        _ data: Data,
        id: KeyPath<Data.Element, ID>,
        @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.init(data: data, id: { $0[keyPath: id] }, content: content)
    }

    /// Creates an instance that gives each row a binding to its element.
    nonisolated public init<C>(
        _ data: Binding<C>,
        @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
    )
    where
        Data == LazyMapSequence<C.Indices, (C.Index, ID)>,
        ID == C.Element.ID,
        C: MutableCollection,
        C: RandomAccessCollection,
        C.Element: Identifiable,
        C.Index: Hashable
    {
        self.init(data, id: \.id, content: content)
    }

    /// Creates an instance that gives each row a binding to its element, identified by a key path.
    nonisolated public init<C>(
        _ data: Binding<C>,
        id: KeyPath<C.Element, ID>,
        @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
    )
    where
        Data == LazyMapSequence<C.Indices, (C.Index, ID)>,
        C: MutableCollection,
        C: RandomAccessCollection,
        C.Index: Hashable
    {
        let collection = data.wrappedValue
        self.init(
            data: collection.indices.lazy.map { ($0, collection[$0][keyPath: id]) },
            id: { $0.1 },
            content: { content(data[$0.0]) }
        )
    }
}

extension ForEach where Data == Range<Int>, ID == Int, Content: View {
    /// Creates an instance that computes views on demand over a given constant range.
    nonisolated public init(
        _ data: Range<Int>,
        @ViewBuilder content: @escaping (Int) -> Content
    ) {
        self.init(data: data, id: { $0 }, content: content)
    }
}
