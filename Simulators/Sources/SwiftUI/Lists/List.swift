/// A container that presents rows of data arranged in a single column, optionally providing the
/// ability to select one or more members.
///
/// Rows far below the screen are evaluated when the person scrolls to them.
public struct List<SelectionValue: Hashable, Content: View> {
    private let selection: RowSelection?
    private let content: Content
}

extension List: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        node.declareRows(content, style: node.environment.listStyleName, selection: selection)
    }
}

extension List {
    /// Creates a list with the given content that supports selecting multiple rows.
    nonisolated public init(
        selection: Binding<Set<SelectionValue>>?,
        @ViewBuilder content: () -> Content
    ) {
        self.init(selection: RowSelection(selection), content: content())
    }

    /// Creates a list with the given content that supports selecting a single row.
    nonisolated public init(
        selection: Binding<SelectionValue?>?,
        @ViewBuilder content: () -> Content
    ) {
        self.init(selection: RowSelection(selection), content: content())
    }

    /// Creates a list that computes its rows on demand and allows to select a single row.
    nonisolated public init<Data, RowContent: View>(
        _ data: Data,
        selection: Binding<SelectionValue?>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    )
    where
        Content == ForEach<Data, Data.Element.ID, RowContent>,
        Data: RandomAccessCollection,
        Data.Element: Identifiable
    {
        self.init(
            selection: RowSelection(selection),
            content: ForEach(data, content: rowContent)
        )
    }
}

extension List where SelectionValue == Never {
    /// Creates a list with the given content.
    nonisolated public init(@ViewBuilder content: () -> Content) {
        self.init(selection: nil, content: content())
    }

    /// Creates a list that computes its rows on demand from identifiable data.
    nonisolated public init<Data, RowContent: View>(
        _ data: Data,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    )
    where
        Content == ForEach<Data, Data.Element.ID, RowContent>,
        Data: RandomAccessCollection,
        Data.Element: Identifiable
    {
        self.init(selection: nil, content: ForEach(data, content: rowContent))
    }

    /// Creates a list that identifies its rows by the key path to the data's identifier.
    nonisolated public init<Data, ID: Hashable, RowContent: View>(
        _ data: Data,
        id: KeyPath<Data.Element, ID>,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    )
    where Content == ForEach<Data, ID, RowContent>, Data: RandomAccessCollection {
        self.init(selection: nil, content: ForEach(data, id: id, content: rowContent))
    }

    /// Creates a list that computes its views on demand over a constant range.
    nonisolated public init<RowContent: View>(
        _ data: Range<Int>,
        @ViewBuilder rowContent: @escaping (Int) -> RowContent
    ) where Content == ForEach<Range<Int>, Int, RowContent> {
        self.init(selection: nil, content: ForEach(data, content: rowContent))
    }
}

extension RowSelection {
    fileprivate init?<Value: Hashable>(_ selection: Binding<Set<Value>>?) {
        guard let selection else { return nil }
        self.init(
            contains: { ($0.base as? Value).map(selection.wrappedValue.contains) ?? false },
            toggle: { tag in
                guard let value = tag.base as? Value else { return }
                selection.wrappedValue.formSymmetricDifference([value])
            }
        )
    }

    fileprivate init?<Value: Hashable>(_ selection: Binding<Value?>?) {
        guard let selection else { return nil }
        self.init(
            contains: { $0.base as? Value == selection.wrappedValue },
            toggle: { if let value = $0.base as? Value { selection.wrappedValue = value } }
        )
    }
}
