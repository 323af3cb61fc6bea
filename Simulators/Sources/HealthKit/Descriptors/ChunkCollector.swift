import Synchronization

/// Collects values that arrive in chunks.
final class ChunkCollector<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    var all: [Value] { values.withLock { $0 } }

    func append(_ chunk: [Value]) {
        values.withLock { $0 += chunk }
    }
}
