public import Foundation

/// An action that opens a URL.
@MainActor
@preconcurrency
public struct OpenURLAction {
    private let handler: @MainActor (URL) -> Result
    private let system: (@MainActor (URL) -> Void)?

    /// The result of a custom open URL action.
    public struct Result: Sendable {
        fileprivate enum Kind: Sendable {
            case handled
            case discarded
            case system(URL?)
        }

        fileprivate let kind: Kind

        /// The handler opened the URL.
        public static let handled = Result(kind: .handled)
        /// The handler discarded the URL.
        public static let discarded = Result(kind: .discarded)
        /// The handler asks the system to open the original URL.
        public static let systemAction = Result(kind: .system(nil))

        /// The handler asks the system to open a modified URL.
        public static func systemAction(_ url: URL) -> Result {
            Result(kind: .system(url))
        }
    }

    /// Creates an action that opens a URL.
    nonisolated public init(handler: @escaping @MainActor (URL) -> OpenURLAction.Result) {
        self.handler = handler
        system = nil
    }

    /// - Parameter system: Opens a URL in another app.
    nonisolated package init(system: @escaping @MainActor (URL) -> Void) {
        handler = { _ in .systemAction }
        self.system = system
    }

    nonisolated init(_ action: OpenURLAction, over base: OpenURLAction) {
        handler = action.handler
        system = action.system ?? base.system
    }

    /// Opens a URL, following system conventions.
    public func callAsFunction(_ url: URL) {
        callAsFunction(url) { _ in }
    }

    /// Asynchronously opens a URL, following system conventions.
    public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) {
        switch handler(url).kind {
        case .handled: completion(true)
        case .discarded: completion(false)
        case .system(let other):
            system?(other ?? url)
            completion(system != nil)
        }
    }
}

private enum OpenURLKey: EnvironmentKey {
    // Without a host there is no system that could open a URL.
    static let defaultValue = OpenURLAction { _ in .systemAction }
}

extension EnvironmentValues {
    /// An action that opens a URL.
    public var openURL: OpenURLAction {
        get { self[OpenURLKey.self] }
        set { self[OpenURLKey.self] = OpenURLAction(newValue, over: self[OpenURLKey.self]) }
    }
}
