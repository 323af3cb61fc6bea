/// The node that holds a search field in its slot "search".
package enum SearchFieldKey: UpwardKey {
    package typealias Value = ViewNode
}

/// What a search field shows.
package struct SearchFieldLook {
    package let prompt: String
    package let isPresented: Bool
}

/// A field whose text filters what is shown.
struct SearchField {
    let text: Binding<String>
    let prompt: Text?
    let isPresented: Binding<Bool>
}

extension SearchField: View, PrimitiveView {
    typealias Body = Never

    func makeNode(_ node: ViewNode) {
        var element = Element(.searchField)
        let prompt = (prompt ?? Text(SystemWord.search)).string(in: node.environment)
        element.text = prompt
        element.value = text.wrappedValue
        element.payload = SearchFieldLook(prompt: prompt, isPresented: isPresented.wrappedValue)
        element.handlers[.change] = { [text, isPresented] value in
            guard case .text(let string) = value else { return }
            isPresented.wrappedValue = true
            text.wrappedValue = string
        }
        element.handlers[.focus] = { [isPresented] value in
            if value == .flag(true) { isPresented.wrappedValue = true }
        }
        element.handlers[.submit] = { [submit = node.environment.submitActions] _ in
            submit.perform(.search)
        }
        if isPresented.wrappedValue {
            element.handlers[.dismiss] = { [text, isPresented] _ in
                text.wrappedValue = ""
                isPresented.wrappedValue = false
            }
        }
        node.element = element
    }
}

struct SearchModifier {
    let text: Binding<String>
    let prompt: Text?
    let isPresented: Binding<Bool>?

    private final class Memory {
        let isPresented = StateCell(false)
    }
}

extension SearchModifier: PrimitiveModifier {
    typealias Body = Never

    func makeNode(_ node: ViewNode, content: some View) {
        let cell = node.memory { Memory() }.isPresented
        let isPresented =
            isPresented ?? Binding(read: { cell.value }, write: { value, _ in cell.value = value })
        let isSearching = isPresented.wrappedValue
        node.setUpward(SearchFieldKey.self, node)
        let dismiss = node.latestAction { [text] in
            text.wrappedValue = ""
            isPresented.wrappedValue = false
        }
        node.child(.slot("content"), content) { [text] environment in
            environment.searchScopes = SearchScopes()
            environment.isSearching = isSearching
            environment.searchText = text.wrappedValue
            environment.dismissSearch = DismissSearchAction(dismiss)
        }
        node.child(
            .slot("search"),
            Carrier(content: SearchField(text: text, prompt: prompt, isPresented: isPresented))
        )
        if isSearching, let scopes = node.environment.searchScopes.picker {
            node.child(.slot("scopes"), Carrier(content: scopes))
        }
    }
}

/// An action that can end a search interaction.
@MainActor
@preconcurrency
public struct DismissSearchAction {
    private let action: LatestAction

    nonisolated init(_ action: LatestAction = LatestAction()) {
        self.action = action
    }

    /// Dismisses the current search operation, if any.
    public func callAsFunction() {
        action.perform()
    }
}

private enum IsSearchingKey: EnvironmentKey {
    static let defaultValue = false
}

private enum DismissSearchKey: EnvironmentKey {
    static let defaultValue = DismissSearchAction()
}

private enum SearchTextKey: EnvironmentKey {
    static let defaultValue = ""
}

extension EnvironmentValues {
    /// A Boolean that indicates when the user is searching.
    public internal(set) var isSearching: Bool {
        get { self[IsSearchingKey.self] }
        set { self[IsSearchingKey.self] = newValue }
    }

    /// An action that ends the current search interaction.
    public internal(set) var dismissSearch: DismissSearchAction {
        get { self[DismissSearchKey.self] }
        set { self[DismissSearchKey.self] = newValue }
    }

    /// The text of the search around the view.
    var searchText: String {
        get { self[SearchTextKey.self] }
        set { self[SearchTextKey.self] = newValue }
    }
}
