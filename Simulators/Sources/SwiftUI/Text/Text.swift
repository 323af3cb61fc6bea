public import Foundation

/// A view that displays one or more lines of read-only text.
public struct Text: Equatable, Sendable {
    private let storage: Storage
    private var style = TextStyle()

    /// Creates a text view that displays a string literal without localization.
    public init(verbatim content: String) {
        storage = .verbatim(content)
    }

    /// Creates a text view that displays a stored string without localization.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ content: S) {
        storage = .verbatim(String(content))
    }

    /// Creates a text view that displays localized content identified by a key.
    public init(
        _ key: LocalizedStringKey,
        tableName: String? = nil,
        bundle: Bundle? = nil,
        comment: StaticString? = nil
    ) {
        storage = .localized(key, LocalizedSource(table: tableName, bundle: bundle))
    }

    /// Creates a text view that displays styled attributed content.
    @_disfavoredOverload
    public init(_ attributedContent: AttributedString) {
        storage = .verbatim(String(attributedContent.characters))
    }

    /// Creates a text view that displays the formatted representation of a nonstring type.
    public init<F>(_ input: F.FormatInput, format: F)
    where F: FormatStyle, F.FormatInput: Equatable, F.FormatOutput == String {
        let formatting = Transferred { format.locale($0).format(input) }
        self.init { formatting.value($0.locale) }
    }

    /// Creates an instance that wraps an image, suitable for concatenating with other text.
    public init(_ image: Image) {
        storage = .computed(
            LocalizedStringKey.Argument { context in
                var run = TextRun(image.label?.runs(in: context).map(\.string).joined() ?? "")
                if case .symbol(let name, _) = image.source { run.symbol = name }
                return [run]
            }
        )
    }

    init(_ resolve: @escaping @Sendable (TextContext) -> String) {
        storage = .computed(LocalizedStringKey.Argument { [TextRun(resolve($0))] })
    }

    private init(_ first: Text, _ second: Text) {
        storage = .joined([first, second])
    }

    /// Concatenates the text in two text views in a new text view.
    public static func + (lhs: Text, rhs: Text) -> Text {
        Text(lhs, rhs)
    }

    /// The text with its styles in the given context.
    package func runs(in context: TextContext) -> [TextRun] {
        let runs =
            switch storage {
            case .verbatim(let string): [TextRun(string)]
            case .localized(let key, let source): key.runs(from: source, in: context)
            case .computed(let argument): argument.resolve(context)
            case .joined(let texts): texts.flatMap { $0.runs(in: context) }
            }
        return runs.map { run in
            var run = run
            run.style = run.style.over(style)
            return run
        }
    }

    /// The text without its styles in an environment.
    package func string(in environment: EnvironmentValues) -> String {
        runs(in: TextContext(environment)).map(\.string).joined()
    }

    func styled(_ change: (inout TextStyle) -> Void) -> Text {
        var copy = self
        change(&copy.style)
        return copy
    }

    private enum Storage: Equatable, Sendable {
        case verbatim(String)
        case localized(LocalizedStringKey, LocalizedSource)
        case computed(LocalizedStringKey.Argument)
        case joined([Text])
    }
}

extension Text: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    nonisolated package static var readsObservables: Bool { false }

    package func makeNode(_ node: ViewNode) {
        let runs = runs(in: TextContext(node.environment))
        var element = Element(.text, text: runs.map(\.string).joined())
        element.payload = runs
        element.style = [.text(node.environment.textStyle, node.environment.textLayout)]
        node.element = element
    }
}
