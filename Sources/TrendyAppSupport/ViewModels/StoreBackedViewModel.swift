import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyStore

/// A view model over the store.
///
/// It reads after each commit and after each action, one read at a time, and reports errors in
/// `problem`.
@MainActor
protocol StoreBackedViewModel: AnyObject {
    var store: DeviceStore { get }
    var dependencies: Dependencies { get }
    var mutex: AsyncMutex { get }
    var problem: String? { get set }
    /// The text for a failed read, with a `{reason}`.
    static var unreadable: LocalizedText { get }

    /// Reads the displayed data.
    func read() async throws
}

extension StoreBackedViewModel {
    /// Reads after each change, until the task is cancelled.
    func showChanges() async {
        await observeStore(store, clock: dependencies.clock) { await show() }
    }

    /// Reads once; a successful read clears the problem.
    func show() async {
        await mutex.withLock {
            do {
                try await read()
                if problem != nil { problem = nil }
            } catch is CancellationError {
                // The screen is gone; the next read retries.
            } catch {
                problem = Self.unreadable(["reason": ErrorPresenter.text(for: error)])
            }
        }
    }

    /// Performs an action and reads the result.
    ///
    /// - `failed`: the text for a failed action, with a `{reason}`.
    func perform(orShow failed: LocalizedText, _ body: () async throws -> Void) async {
        do {
            try await body()
            await show()
        } catch is CancellationError {
            // The screen is gone.
        } catch {
            await show()
            problem = failed(["reason": ErrorPresenter.text(for: error)])
        }
    }
}
