public import Foundation
public import SwiftUI

/// Shows a view without a device: evaluates it, reads its screen and acts as a person.
///
/// ```swift
/// let host = ViewHost(CounterView())
/// try host.tap("Add")
/// #expect(host.screen.texts == ["1", "Add"])
/// ```
@MainActor
public final class ViewHost {
    package let graph: ViewGraph
    private let wakes: AsyncStream<Void>
    private let openedURLs = OpenedURLs()
    /// The id of the field that has the keyboard.
    var focusedField: Int?

    /// Shows a view and evaluates it until it settles.
    ///
    /// - Parameters:
    ///   - view: The root of the hierarchy.
    ///   - bug: A defect to inject into the graph, to test tests.
    ///   - edit: Sets environment values for the root.
    ///   - wake: Called once when something changed after the last update, on the thread of the
    ///     change and before the change is done: schedule `update()`, do not call it.
    public init(
        _ view: some View,
        injecting bug: InjectedViewBug? = nil,
        environment edit: (inout EnvironmentValues) -> Void = { _ in },
        wake: @escaping @Sendable () -> Void = {}
    ) {
        let (wakes, continuation) = AsyncStream<Void>.makeStream(
            bufferingPolicy: .bufferingNewest(1)
        )
        self.wakes = wakes
        graph = ViewGraph(injectedBug: bug?.injected) {
            continuation.yield()
            wake()
        }
        var environment = EnvironmentValues()
        environment.openURL = OpenURLAction(system: { [openedURLs] in openedURLs.all.append($0) })
        edit(&environment)
        graph.setRoot(view, environment: environment)
    }

    /// What the view shows at present, after all due updates.
    public var screen: Screen {
        graph.update()
        return Screen.compose(graph)
    }

    /// The URLs that the app asked the system to open, in order.
    public var urlsOpenedBySystem: [URL] { openedURLs.all }

    /// How many times views were evaluated since the beginning.
    public var evaluationCount: Int { graph.evaluationCount }

    /// Whether something changed since the last update.
    public var needsUpdate: Bool { graph.needsUpdate }

    /// Evaluates what changed until nothing is left.
    public func update() {
        graph.update()
    }

    /// Suspends until the screen fulfils a condition, updating after every change.
    ///
    /// - Returns: The screen that fulfils the condition.
    /// - Throws: `CancellationError` if the task is cancelled before.
    @discardableResult
    public func wait(until condition: (Screen) -> Bool) async throws -> Screen {
        var present = screen
        if condition(present) { return present }
        for await _ in wakes {
            present = screen
            if condition(present) { return present }
        }
        throw CancellationError()
    }

    /// Removes the view: its tasks are cancelled and `onDisappear` is called.
    public func removeView() {
        graph.removeRoot()
    }
}

@MainActor
private final class OpenedURLs {
    var all: [URL] = []
}
