import SimulationKit
import TrendyKit

/// The small texts of a phone, as one process of the app reads and writes them.
///
/// They outlive the process, and a write is durable; a disk that fails fails here as well.
struct ProcessKeyValues: KeyValueStore {
    /// Chances in a thousand that a write fails, where disks do.
    private static let failures = 20

    private(set) weak var process: SimulatedDevice.Process?

    func text(for key: String) throws -> String? {
        try device().texts[key]
    }

    func set(_ text: String?, for key: String) throws {
        let device = try writable()
        device.texts[key] = text
    }

    func move(_ key: String, to newKey: String) throws {
        let device = try writable()
        device.texts[newKey] = device.texts.removeValue(forKey: key)
    }

    func keys() throws -> [String] {
        try device().texts.keys.sorted()
    }

    private func device() throws -> SimulatedDevice {
        guard let process, process.isAlive else {
            throw KeyValueError(message: "The process is gone.")
        }
        return process.device
    }

    private func writable() throws -> SimulatedDevice {
        let device = try device()
        let world = device.world
        if world.phase == .faults, world.faults.diskFaults != nil,
            device.textRandom.happens(Self.failures)
        {
            throw KeyValueError(message: "The disk failed.")
        }
        return device
    }
}
