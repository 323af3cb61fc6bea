import SimulationKit
import TrendyKit

/// The small texts of a phone; they outlive the processes.
final class PhoneTexts: @unchecked Sendable {
    // Unchecked: a simulation is one thread, and nothing else holds this.

    /// Chances in a thousand that a write fails, where disks do.
    private static let failures = 20

    var values: [String: String] = [:]
    private unowned let world: World
    private var random: SplitMix64

    init(_ world: World, random: SplitMix64) {
        self.world = world
        self.random = random
    }

    /// Whether the next write fails.
    func fails() -> Bool {
        world.phase == .faults && world.faults.diskFaults != nil && random.happens(Self.failures)
    }
}

/// The small texts of a phone, as one process of the app reads and writes them.
///
/// A write is durable; a disk that fails fails here as well.
struct ProcessKeyValues: KeyValueStore {
    private(set) weak var process: (any SimulatedProcess)?

    init(_ process: any SimulatedProcess) {
        self.process = process
    }

    func text(for key: String) throws -> String? {
        try readable().values[key]
    }

    func set(_ text: String?, for key: String) throws {
        try writable().values[key] = text
    }

    func move(_ key: String, to newKey: String) throws {
        let texts = try writable()
        texts.values[newKey] = texts.values.removeValue(forKey: key)
    }

    func keys() throws -> [String] {
        try readable().values.keys.sorted()
    }

    private func readable() throws -> PhoneTexts {
        guard let process, process.isAlive else {
            throw KeyValueError(message: "The process is gone.")
        }
        return process.texts
    }

    private func writable() throws -> PhoneTexts {
        let texts = try readable()
        guard !texts.fails() else { throw KeyValueError(message: "The disk failed.") }
        return texts
    }
}
