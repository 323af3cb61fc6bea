import SimulationKit
import TrendyModel
import TrendyServer
import TrendyStore
import TrendySync
import TrendyWire

/// A mistake that somebody really shipped, built into a run through the code's own seams, to prove
/// that the checks can fail.
public struct Sabotage: Sendable {
    /// Its name on the command line.
    public let name: String
    /// What is wrong.
    public let mistake: String

    var server: (@Sendable (SQLiteStore, World) -> any ServerStore)?
    var transport: (@Sendable (HTTPTransport, SimulatedDevice.Process) -> any SyncTransport)?
    var store: (@Sendable (DeviceStore) -> Void)?
    var mergePolicy: (any MergePolicy)?
    var retryPolicy: RetryPolicy?

    init(_ name: String, _ mistake: String) {
        self.name = name
        self.mistake = mistake
    }

    func sabotage(_ store: SQLiteStore, in world: World) -> any ServerStore {
        server?(store, world) ?? store
    }

    func sabotage(
        _ transport: HTTPTransport,
        of process: SimulatedDevice.Process
    ) -> any SyncTransport {
        self.transport?(transport, process) ?? transport
    }

    func sabotage(_ store: DeviceStore) {
        self.store?(store)
    }
}
