public import Foundation

/// A type of view that generates views from an underlying collection of data.
@MainActor
@preconcurrency
public protocol DynamicViewContent<Data>: View {
    /// The type of the underlying collection of data.
    associatedtype Data: Collection

    /// The collection of underlying data.
    @MainActor @preconcurrency var data: Self.Data { get }
}

extension ForEach: DynamicViewContent where Content: View {}

extension ModifiedContent: DynamicViewContent
where Content: DynamicViewContent, Modifier: ViewModifier {
    /// The collection of underlying data.
    public var data: Content.Data { content.data }
}

/// What a person can do with the rows of a `ForEach`.
struct RowEditing {
    var delete: ((IndexSet) -> Void)?
    var isDeleteDisabled = false
}

private enum RowEditingKey: EnvironmentKey {
    // No action, so there is nothing to share.
    nonisolated(unsafe) static let defaultValue = RowEditing()
}

extension EnvironmentValues {
    var rowEditing: RowEditing {
        get { self[RowEditingKey.self] }
        set { self[RowEditingKey.self] = newValue }
    }
}

/// Lets a row be deleted.
struct DeletableRowModifier {
    let index: Int
    let delete: (IndexSet) -> Void
}

extension DeletableRowModifier: PrimitiveModifier {
    typealias Body = Never

    func apply(to node: ViewNode) {
        node.setUpward(
            RowDeletion.Key.self,
            RowDeletion(
                title: SystemWord.delete.text(in: node.environment.locale),
                perform: { [index, delete] in delete(IndexSet(integer: index)) }
            )
        )
    }
}

extension DynamicViewContent {
    /// Sets the deletion action for the dynamic view.
    nonisolated public func onDelete(
        perform action: ((IndexSet) -> Void)?
    ) -> some DynamicViewContent {
        modifier(EnvironmentTransform { $0.rowEditing.delete = action })
    }
}
