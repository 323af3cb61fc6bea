import TrendyLocalization
import TrendyModel
import TrendyStore

/// What shows a part of the store: it reads after each change and after what the person asks for,
/// one reading after the other, and says why what it shows may be out of date.
@MainActor
protocol StoreBackedViewModel: AnyObject {
    var store: DeviceStore { get }
    var dependencies: Dependencies { get }
    var mutex: AsyncMutex { get }
    var problem: String? { get set }
    /// What to say where nothing can be read, for a `{reason}`.
    static var unreadable: LocalizedText { get }

    /// Reads what is shown.
    func read() async throws
}

extension StoreBackedViewModel {
    /// Shows each change, until the task is cancelled.
    func showChanges() async {
        await observeStore(store, clock: dependencies.clock) { await show() }
    }

    /// Shows what there is now; the problem is gone with a good reading.
    func show() async {
        await mutex.withLock {
            do {
                try await read()
                if problem != nil { problem = nil }
            } catch is CancellationError {
                // Nobody looks any more; whoever looks next reads it.
            } catch {
                problem = Self.unreadable(["reason": ErrorPresenter.text(for: error)])
            }
        }
    }

    /// Does what the person asked for, and shows what came of it.
    ///
    /// - `failed`: what to say when it did not work, for a `{reason}`.
    func act(orSay failed: LocalizedText, _ body: () async throws -> Void) async {
        do {
            try await body()
            await show()
        } catch is CancellationError {
            // Nobody looks any more.
        } catch {
            await show()
            problem = failed(["reason": ErrorPresenter.text(for: error)])
        }
    }
}
