import Synchronization

/// Values that come in pieces.
final class Pieces<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    var all: [Value] { values.withLock { $0 } }

    func append(_ piece: [Value]) {
        values.withLock { $0 += piece }
    }
}
