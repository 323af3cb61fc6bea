import Foundation
import GRDB
import SimulationKit
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendySQLite
import TrendyStore
import TrendySync

/// A user of a phone: records, edits, clears, deletes and restores events, and walks.
struct UserActor {
    private let device: SimulatedDevice
    private var random: SplitMix64

    init(_ device: SimulatedDevice) {
        self.device = device
        random = device.world.simulation.random("person-\(device.index)")
    }

    /// A field of a newer app that this version does not know; it is kept and synced like any
    /// other.
    static let futureField = "x_mood"

    /// The name of an account.
    static func account(_ index: Int) -> String { "a\(index)" }

    private var world: World { device.world }

    /// The true time.
    private var now: Instant { world.simulation.wallTime }

    /// Acts until a deadline.
    func act(until end: Duration) async throws {
        var person = self
        var hasEnabledPlaces = device.index >= world.faults.accounts
        while true {
            let wait = person.random.duration(.seconds(1), world.faults.actions * 2)
            guard world.simulation.now + wait < end else { return }
            try await world.simulation.sleep(for: wait)
            if let process = device.process, try await device.comesToFront(process) {
                await person.act(process)
                // One phone of each person: the first to run the app enables the person's places.
                if !hasEnabledPlaces, world.faults.hasPlacesEarly {
                    for name in LocationOracle.names {
                        await PlaceSettingsModel.createOrResize(name, process, &person.random)
                    }
                    hasEnabledPlaces = true
                }
                if device.process === process { device.noticeDeath() }
                if person.random.happens(world.faults.glances) {
                    try await person.leaveApp(process)
                }
            }
        }
    }

    /// Leaves the app.
    ///
    /// Most people use an app for seconds or minutes.
    private mutating func leaveApp(_ process: SimulatedDevice.Process) async throws {
        let longest = random.pick([Duration.seconds(10), .seconds(60), .seconds(600)])
        try await world.simulation.sleep(for: random.duration(.seconds(1), longest))
        guard device.process === process, !process.isHeld else { return }
        device.leave(process)
    }

    private mutating func act(_ process: SimulatedDevice.Process) async {
        let store: DeviceStore = process.engine.store
        if let onboarding = process.onboarding {
            // People in onboarding continue with it, or do something else first.
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                await onboarding.proceed(Int.random(in: 0..<100, using: &random))
            }
            guard process.isAlive else { return }
        }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<36: await record(process)
        case 36..<55: await edit(store, process, field: "notes")
        case 55..<64: await edit(store, process, field: "location_name")
        case 64..<66: await edit(store, process, field: Self.futureField)
        case 66..<71: await edit(store, process, field: "notes", clears: true)
        case 71..<79: await delete(store, process)
        case 79..<84: await rename(store, process)
        case 84..<86: await deleteType(store, process)
        case 86..<88:
            let name = random.pick(LocationOracle.names)
            await PlaceSettingsModel.createOrResize(name, process, &random)
        default: await walk(process)
        }
        // Lets two phones sometimes change the same field of a type.
        if world.faults.hasAskedConflicts, random.happens(250) { await rename(store, process) }
        if random.happens(250) { await decide(store, process) }
    }

    // MARK: what people do

    /// The person looks at the failed mutations, and retries them or discards one.
    private mutating func decide(_ store: DeviceStore, _ process: SimulatedDevice.Process) async {
        do {
            guard let failed = try await store.read({ try $0.queue.failedMutations() }).first else {
                return
            }
            FailureCheck.check(failed, on: device)
            guard random.happens(600) else {
                try await store.write { try $0.queue.retry(.all) }
                return world.coverage.reached(.failureRetried)
            }
            let visits = try await store.visits()
            world.model.giveUp(failed.entityID)
            let given: [EntityID]
            do {
                given = try await store.write {
                    try $0.queue.discard(.mutation(failed.id), withDependents: true)
                }
            } catch {
                world.model.noteInterruptedDiscard(
                    on: device.name,
                    process.account,
                    taken: world.wire.taken
                )
                throw error
            }
            for id in given { world.model.giveUp(id) }
            for (id, visit) in visits where given.contains(id) || id == failed.entityID {
                world.model.keep(visit, id: id)
            }
            world.coverage.reached(.failureDiscarded)
            world.simulation.log("\(device.name) discards \(given)")
        } catch {
            // A mutation that cannot be read or written now is decided later.
        }
    }

    private mutating func record(_ process: SimulatedDevice.Process) async {
        let word = world.model.word(process.account)
        let type = random.pick(["Coffee", "Tea", "Water", "Walk", "Mood"])
        let ago = random.duration(.zero, .seconds(86_400))
        let creation = world.model.begin(
            ExpectedState.Creation(
                account: process.account,
                device: device.name,
                word: word,
                time: now...now
            )
        )
        world.simulation.log("\(device.name) records \(word)")
        do {
            let receipt = try await process.engine.recordManualEvent(
                .init(
                    typeName: type,
                    timestamp: device.clock.now() - ago,
                    notes: word
                )
            )
            guard process.isAlive else { return }
            world.model.end(creation: creation, .acknowledged, at: now, entity: receipt.eventID)
            world.simulation.log("\(device.name) recorded \(word) as \(receipt.eventID)")
        } catch {
            notice(error, of: process) {
                world.model.end(creation: creation, $0, at: now)
            }
        }
    }

    private mutating func edit(
        _ store: DeviceStore,
        _ process: SimulatedDevice.Process,
        field: String,
        clears: Bool = false
    ) async {
        guard let target = await someEvent(store) else { return }
        await change(store, process, target, field, clears: clears)
    }

    private mutating func rename(
        _ store: DeviceStore,
        _ process: SimulatedDevice.Process
    ) async {
        guard let types = try? await store.read({ try $0.entities.fetchAll(kind: .eventType) }),
            !types.isEmpty
        else {
            return
        }
        let type = random.pick(types).id
        if world.faults.hasAskedConflicts {
            let asks = random.happens(700)
            // A setting that cannot be written now is set later.
            try? await store.write {
                try $0.conflicts.setAsksBeforeResolving(asks, eventType: type)
            }
        }
        await change(store, process, type, "icon", clears: false)
    }

    private func change(
        _ store: DeviceStore,
        _ process: SimulatedDevice.Process,
        _ target: EntityID,
        _ field: String,
        clears: Bool
    ) async {
        let word = clears ? nil : world.model.word(process.account)
        let edit = world.model.begin(
            ExpectedState.Edit(
                account: process.account,
                device: device.name,
                entity: target,
                field: field,
                word: word,
                time: now...now
            )
        )
        world.simulation.log("\(device.name) sets \(field) of \(target) to \(word ?? "nothing")")
        do {
            let replaced = try await store.replace(field, of: target, by: word)
            guard process.isAlive else { return }
            world.model.end(edit: edit, .acknowledged, at: now, replaced: replaced)
        } catch {
            notice(error, of: process) { world.model.end(edit: edit, $0, at: now) }
        }
    }

    private mutating func delete(
        _ store: DeviceStore,
        _ process: SimulatedDevice.Process
    ) async {
        guard let target = await someEvent(store) else { return }
        // A person can only delete an entity that they can see.
        guard let before = try? await store.read({ try $0.entities.fetch(id: target) }) else {
            return
        }
        if PlaceChecks.isVisit(before), let visit = try? Event(document: before.document()) {
            world.model.keep(visit, id: target)
        }
        guard await end(store, process, target) else { return }
        guard random.happens(300), let content = try? before.document() else { return }
        try? await world.simulation.sleep(for: random.duration(.seconds(1), .seconds(7200)))
        guard process.isAlive, let event = try? Event(document: content) else { return }
        await undo(store, process, target, event)
    }

    /// Deletes an event type.
    ///
    /// The server refuses this while the type has events.
    private mutating func deleteType(
        _ store: DeviceStore,
        _ process: SimulatedDevice.Process
    ) async {
        let types = (try? await store.read { try $0.entities.fetchAll(kind: .eventType) }) ?? []
        let manual = types.filter { $0.id.uuidVersion == 7 }
        guard !manual.isEmpty else { return }
        _ = await end(store, process, random.pick(manual).id)
    }

    private func end(
        _ store: DeviceStore,
        _ process: SimulatedDevice.Process,
        _ target: EntityID
    ) async -> Bool {
        let deletion = world.model.begin(
            ExpectedState.Deletion(
                account: process.account,
                device: device.name,
                entity: target,
                isUndo: false
            )
        )
        world.simulation.log("\(device.name) deletes \(target)")
        do {
            try await store.write { try $0.entities.delete(id: target) }
            guard process.isAlive else { return false }
            world.model.end(deletion: deletion, .acknowledged)
            return true
        } catch {
            notice(error, of: process) { world.model.end(deletion: deletion, $0) }
            return false
        }
    }

    private func undo(
        _ store: DeviceStore,
        _ process: SimulatedDevice.Process,
        _ target: EntityID,
        _ event: Event
    ) async {
        let undo = world.model.begin(
            ExpectedState.Deletion(
                account: process.account,
                device: device.name,
                entity: target,
                isUndo: true
            )
        )
        world.coverage.reached(.undo)
        world.simulation.log("\(device.name) undoes the deletion of \(target)")
        do {
            try await store.write { try $0.entities.create(event, id: target) }
            guard process.isAlive else { return }
            world.model.end(deletion: undo, .acknowledged)
        } catch {
            notice(error, of: process) { world.model.end(deletion: undo, $0) }
        }
    }

    /// The person walks, and the app captures the samples.
    private mutating func walk(_ process: SimulatedDevice.Process) async {
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            Self.walk(process, agoAtMost: .seconds(5 * 86_400), &random)
        }
        if random.happens(150) { deleteSteps(process) }
        HealthOracleDelivery(process).act(agoAtMost: .seconds(5 * 86_400), &random)
        await Self.capture(process)
    }

    /// Adds one sample, which arrives at this phone at once and at the person's others later.
    static func walk(
        _ process: SimulatedDevice.Process,
        agoAtMost longest: Duration,
        _ random: inout SplitMix64
    ) {
        let world = process.device.world
        guard let walks = world.walks[process.account] else { return }
        let moment = world.simulation.wallTime - random.duration(.seconds(600), longest)
        guard let place = walks.walk(at: moment, &random) else { return }
        if walks.isUneven(place) { world.coverage.reached(.unevenDay) }
        guard let steps = walks.samples[place], let ids = walks.ids[place], let id = ids.first
        else { return }
        let device = process.device
        world.simulation.log(
            "\(device.name) walks \(steps) at \(StepOracle.span(of: place).lowerBound.rfc3339)"
        )
        let estimate = ids.count > 1 ? (steps: steps + 7, id: ids[1]) : nil
        for phone in world.devices {
            phone.health(of: process.account).scheduleArrival(
                place,
                steps: steps,
                id: id,
                estimate: estimate,
                after: arrivalDelay(phone, from: device, &random)
            )
        }
    }

    /// The person deletes a sample.
    private mutating func deleteSteps(_ process: SimulatedDevice.Process) {
        guard let walks = world.walks[process.account], let place = walks.delete(&random),
            let ids = walks.ids[place]
        else { return }
        world.coverage.reached(.sampleDeleted)
        world.simulation.log(
            "\(device.name) deletes at \(StepOracle.span(of: place).lowerBound.rfc3339)"
        )
        for phone in world.devices {
            phone.health(of: process.account).delete(
                ids,
                after: Self.arrivalDelay(phone, from: device, &random)
            )
        }
    }

    /// The delay of a sample: none to the phone in use, up to two days to the others.
    private static func arrivalDelay(
        _ phone: SimulatedDevice,
        from device: SimulatedDevice,
        _ random: inout SplitMix64
    ) -> Duration {
        phone === device ? .zero : random.duration(.zero, .seconds(2 * 86_400))
    }

    static func capture(
        _ process: SimulatedDevice.Process,
        _ trigger: HealthTrigger = .launch
    ) async {
        await AppWorkload.capture(process, trigger)
    }

    private mutating func someEvent(_ store: DeviceStore) async -> EntityID? {
        // Events that cannot be read now are not edited now.
        let events =
            (try? await store.read { try $0.entities.events(EventFilter(limit: 40)) }) ?? []
        let manual = events.filter { $0.id.uuidVersion == 7 }
        return manual.isEmpty ? nil : random.pick(manual).id
    }

    private func notice(
        _ error: any Error,
        of process: SimulatedDevice.Process,
        _ end: (ExpectedState.State) -> Void
    ) {
        if error is StoreError {
            world.simulation.log("\(device.name) has a write refused")
            return end(.refused)
        }
        world.coverage.reached(.writeFailed)
        world.simulation.log("\(device.name) fails to write")
        end(.unknown)
    }
}
