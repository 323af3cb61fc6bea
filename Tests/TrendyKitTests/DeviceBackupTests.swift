import Foundation
import Testing
import TrendyKit
import TrendyModel
import TrendyStore

@Suite("Backup and restore of a device")
struct DeviceBackupTests {
    /// A device with data in a directory of its own.
    private func device(
        _ name: String,
        in world: TestWorld
    ) async throws -> (device: TestDevice, directory: String) {
        let directory = "\(world.directory)/\(name)"
        _ = try Profile(directory: directory)
        let store = try DeviceStore(path: directory + "/local.sqlite", dependencies: .live())
        return (try await world.device(name, store: store), directory)
    }

    /// Restores a backup as another device of the account.
    private func restored(
        _ backup: String,
        as name: String,
        in world: TestWorld
    ) async throws -> TestDevice {
        let directory = "\(world.directory)/\(name)"
        _ = try RestoreDevice(directory: directory, dependencies: .live())(from: backup)
        let store = try DeviceStore(path: directory + "/local.sqlite", dependencies: .live())
        return try await world.device(name, store: store)
    }

    @Test(
        "Unsent changes of a device and of its restored backup are applied once",
        arguments: ["original", "copy"]
    )
    func bothSend(first: String) async throws {
        try await TestWorld.run { world in
            let (original, directory) = try await device("a", in: world)
            let edited = try await original.store.log("Coffee", notes: "one")
            let deleted = try await original.store.log("Coffee", notes: "two")
            try await original.sync()
            try await original.storeEdits(of: edited, deleting: deleted)
            let sent = try await original.store.log("Tea", notes: "sent")
            let batch = try await original.store.write {
                try $0.queue.nextBatch(limit: 500, byteLimit: .max)
            }
            let unsent = try await original.store.log("Tea", notes: "unsent")

            let file = world.directory + "/device.backup"
            let report = try BackUpDevice(directory: directory, dependencies: .live())(to: file)
            // The device goes on, and changes a mutation that the backup has.
            try await original.store.edit(unsent) { $0.notes = .set("changed") }
            let later = try await original.store.log("Tea", notes: "later")
            let copy = try await restored(file, as: "b", in: world)
            let order = first == "original" ? [original, copy] : [copy, original]
            for device in order + order + order { try await device.sync() }

            #expect(batch?.mutations.isEmpty == false)
            #expect(report.unsent >= 4)
            #expect(copy.store.deviceID != original.store.deviceID)
            let contents = try await original.contents()
            #expect(try await copy.contents() == contents)
            #expect(Set(contents.keys).isSuperset(of: [edited, sent, unsent, later]))
            #expect(contents[deleted] == nil)
            // Two types and four events.
            #expect(contents.count == 6)
            #expect(contents[unsent]?.description.contains("changed") == true)
            #expect(contents[edited]?.description.contains("edited") == true)
            for device in [original, copy] {
                let status = try await device.store.read { try $0.queue.status() }
                #expect(status.pending == 0 && status.failed == 0 && status.stale == 0)
                #expect(try await device.agrees())
            }
        }
    }

    @Test("An old backup brings nothing back that was deleted or changed since")
    func old() async throws {
        try await TestWorld.run { world in
            let (original, directory) = try await device("a", in: world)
            let kept = try await original.store.log("Coffee", notes: "before")
            let deleted = try await original.store.log("Coffee", notes: "deleted later")
            let file = world.directory + "/device.backup"
            _ = try BackUpDevice(directory: directory, dependencies: .live())(to: file)
            try await original.sync()
            try await original.store.edit(kept) { $0.notes = .set("after") }
            try await original.store.write { try $0.entities.delete(id: deleted) }
            try await original.sync()

            let copy = try await restored(file, as: "b", in: world)
            try await copy.sync()
            try await original.sync()

            let contents = try await copy.contents()
            #expect(contents[kept]?.description.contains("after") == true)
            #expect(contents[deleted] == nil)
            #expect(try await original.contents() == contents)
            #expect(try await original.agrees())
            #expect(try await copy.agrees())
            let failed = try await copy.store.read { try $0.queue.status() }.failed
            #expect(failed == 0)
        }
    }

    @Test("A backup of a lost device has its unsent changes")
    func lost() async throws {
        try await TestWorld.run { world in
            let (original, directory) = try await device("a", in: world)
            try await original.store.log("Coffee")
            try await original.sync()
            let unsent = try await original.store.log("Tea", notes: "unsent")
            let file = world.directory + "/device.backup"
            _ = try BackUpDevice(directory: directory, dependencies: .live())(to: file)
            let expected = try await original.contents()

            let copy = try await restored(file, as: "b", in: world)
            try await copy.sync()
            let fresh = try await world.device("fresh")
            try await fresh.sync()

            #expect(try await copy.contents() == expected)
            #expect(try await fresh.contents() == expected)
            #expect(expected[unsent] != nil)
            #expect(try await copy.agrees())
        }
    }
}

extension TestDevice {
    /// Records an edit and a deletion.
    fileprivate func storeEdits(of edited: EntityID, deleting deleted: EntityID) async throws {
        try await store.edit(edited) { $0.notes = .set("edited") }
        try await store.write { try $0.entities.delete(id: deleted) }
    }
}
