/// An interface, consisting of a label and additional content, that you display when the content of
/// your app is unavailable to users.
public struct ContentUnavailableView<Label: View, Description: View, Actions: View> {
    private let label: Label
    private let description: Description
    private let actions: Actions

    /// Creates an interface, consisting of a label and additional content.
    nonisolated public init(
        @ViewBuilder label: () -> Label,
        @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {
        self.label = label()
        self.description = description()
        self.actions = actions()
    }
}

extension ContentUnavailableView: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        var element = Element(.generic, layout: .vertical(.center, spacing: nil))
        element.style = [.named("contentUnavailable", "view")]
        node.element = element
        node.child(.slot("label"), label.style(.named("contentUnavailable", "label")))
        node.child(
            .slot("description"),
            description.style(.named("contentUnavailable", "description"))
        )
        node.child(.slot("actions"), actions)
    }
}

extension ContentUnavailableView
where Label == SwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
    /// Creates an interface with a title generated from a localized string, a system image and
    /// additional content.
    nonisolated public init(
        _ title: LocalizedStringKey,
        systemImage name: String,
        description: Text? = nil
    ) {
        self.init {
            SwiftUI.Label(title, systemImage: name)
        } description: {
            description
        } actions: {
            EmptyView()
        }
    }

    /// Creates an interface with a title generated from a string, a system image and additional
    /// content.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        systemImage name: String,
        description: Text? = nil
    ) {
        self.init {
            SwiftUI.Label(title, systemImage: name)
        } description: {
            description
        } actions: {
            EmptyView()
        }
    }
}

/// A structure that represents the body of a static placeholder search view.
public struct SearchUnavailableContent {
    /// A view that represents the label of a static placeholder search view.
    public struct Label {
        let text: String?
    }

    /// A view that represents the description of a static placeholder search view.
    public struct Description {}

    /// A view that represents the actions of a static placeholder search view.
    public struct Actions {}
}

extension SearchUnavailableContent.Label: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        let text = text ?? node.environment.searchText
        let title = text.isEmpty ? Text(SystemWord.noResults) : Text(SystemWord.noResultsFor, text)
        node.child(
            .slot("label"),
            SwiftUI.Label {
                title
            } icon: {
                Image(systemName: "magnifyingglass")
            }
        )
    }
}

extension SearchUnavailableContent.Description: View {
    /// What to do.
    public var body: some View { Text(SystemWord.checkSpelling) }
}

extension SearchUnavailableContent.Actions: View {
    /// Nothing.
    public var body: some View { EmptyView() }
}

extension ContentUnavailableView
where
    Label == SearchUnavailableContent.Label,
    Description == SearchUnavailableContent.Description,
    Actions == SearchUnavailableContent.Actions
{
    /// Creates a content unavailable view instance that conveys a search state.
    nonisolated public static var search: ContentUnavailableView<Label, Description, Actions> {
        searching(nil)
    }

    /// Creates a content unavailable view instance that conveys a search state for a text.
    nonisolated public static func search(
        text: String
    ) -> ContentUnavailableView<Label, Description, Actions> {
        searching(text)
    }

    nonisolated private static func searching(
        _ text: String?
    ) -> ContentUnavailableView<Label, Description, Actions> {
        ContentUnavailableView {
            Label(text: text)
        } description: {
            Description()
        } actions: {
            Actions()
        }
    }
}
