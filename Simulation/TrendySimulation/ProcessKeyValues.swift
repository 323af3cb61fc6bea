import SimulationKit
import TrendyKit

/// The key-value texts of a phone; they outlive the processes.
final class PhoneTexts: @unchecked Sendable {
    // Unchecked: only the simulation's single thread uses this object.

    /// The chance in a thousand that a write fails, where disk faults occur.
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

/// The key-value texts of a phone as one process reads and writes them.
///
/// Writes are durable. Where the mix has disk faults, writes fail here too.
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
            throw KeyValueError(message: "The process has ended.")
        }
        return process.texts
    }

    private func writable() throws -> PhoneTexts {
        let texts = try readable()
        guard !texts.fails() else { throw KeyValueError(message: "The disk failed.") }
        return texts
    }
}
