import GRDB
import SimulationKit
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendySQLite
import TrendyServer
import TrendyStore
import TrendySync

/// Checks every failed mutation that a person must decide about.
enum FailureCheck {
    static func check(_ mutation: StoredMutation, on device: SimulatedDevice) {
        let world = device.world
        if mutation.attempts > RetryPolicy().maximumAttempts {
            world.violate("rate", "\(mutation.id) was attempted \(mutation.attempts) times")
        }
        if mutation.problem == nil {
            world.violate("visible", "\(device.name) failed \(mutation.id) without a reason")
        }
    }
}

/// The checks at the end of the calm phase.
struct FinalChecks {
    let world: World

    init(_ world: World) {
        self.world = world
    }

    /// The content of a device for one account.
    struct DeviceState {
        let device: String
        var entities: [EntityID: Entity] = [:]
        /// Entities with a failed mutation, and the entities that wait behind it.
        var undecided: Set<EntityID> = []
        /// Values that lost a conflict, by entity and field.
        var journal: Set<[String]> = []
    }

    func run() async throws {
        try await world.appOracle.check(in: world)
        var held: [String: [[EntityID: Entity]]] = [:]
        for index in 0..<world.faults.accounts {
            let account = UserActor.account(index)
            guard let id = world.devices.compactMap({ $0.accountID(account) }).first else {
                continue
            }
            let server = try await world.server.entities(of: id)
            var states: [DeviceState] = []
            var last: SimulatedDevice.Process?
            for device in world.devices where device.accounts.contains(account) {
                if device.account != account || device.process == nil {
                    if device.process != nil { await device.stop() }
                    try await device.open(account)
                }
                guard let process = device.process else { continue }
                states.append(try await state(of: process))
                try await StatusChecks.check(process)
                try await SettledChecks.check(process)
                last = process
            }
            held[account] = [server] + states.map(\.entities)
            for state in states {
                compare(state, with: server)
                let ids = Set(server.keys.map(\.description))
                if state.journal.contains(where: { !ids.contains($0[0]) }) {
                    world.coverage.reached(.deleteOfEdited)
                }
            }
            checkCreations(account, server, states)
            checkEdits(account, server, states)
            TimeChecks(world: world, server: server).check(account)
            checkDeletions(account, server, states)
            checkClearedFields(account, server, states)
            checkUndoneDeletions(account, server, states)
            checkOwners(account, server)
            checkDays(account, server, states)
            if let sqlite = world.server.process?.sqlite {
                try ServerChecks.check(sqlite, in: world)
            }
            if let store = world.server.process?.store {
                world.onboardings.check(try await store.onboarding(account: id), of: account)
                checkCounts(account, server, try await store.accountState(account: id))
            }
            try checkVisits(account, server, states)
            if let last {
                let checks = HealthOracleChecks(
                    world: world,
                    account: account,
                    server: server,
                    undecided: world.model.givenUp.union(states.flatMap(\.undecided))
                )
                try await checks.check(on: last)
            }
        }
        checkPlaces(held)
    }

    /// Checks the visits and the monitored regions of an account.
    private func checkVisits(
        _ account: String,
        _ server: [EntityID: Entity],
        _ states: [DeviceState]
    ) throws {
        PlaceChecks(
            world: world,
            account: account,
            server: server,
            undecided: states.reduce(into: []) { $0.formUnion($1.undecided) }
        ).check()
        VisitRecallChecker(
            world: world,
            account: account,
            visits: visits([server] + states.map(\.entities), states)
        )?.check()
        RotationChecks(
            world: world,
            account: account,
            places: try server.values.filter { $0.kind == .geofence }.reduce(into: [:]) {
                $0[$1.id] = try Geofence(document: $1.document())
            },
            refusedPlaces: states.map { state in
                state.entities.values.count { $0.kind == .geofence && server[$0.id] == nil }
            }.max() ?? 0
        ).check()
    }

    // MARK: reading

    private func state(of process: SimulatedDevice.Process) async throws -> DeviceState {
        let store: DeviceStore = process.engine.store
        var state = DeviceState(device: process.device.name)
        for kind in EntityKind.allCases where kind != .event {
            for entity in try await store.read({ try $0.entities.fetchAll(kind: kind) }) {
                state.entities[entity.id] = entity
            }
        }
        for entity in try await store.read({ try $0.entities.events(EventFilter(limit: 1_000_000)) }
        ) {
            state.entities[entity.id] = entity
        }
        for mutation in try await store.read({ try $0.queue.failedMutations(limit: 100_000) }) {
            FailureCheck.check(mutation, on: process.device)
            state.undecided.insert(mutation.entityID)
        }
        // Changes behind a failed mutation are not on the server either.
        state.undecided.formUnion(try await store.waitingEntities())
        for entry in try await store.read({ try $0.conflicts.open(limit: 100_000) }) {
            world.coverage.reached(.conflictLogged)
            for value in [entry.loss.local, entry.loss.remote].compactMap({ $0 }) {
                let fields =
                    entry.loss.field == Resolution.Loss.fullEntity
                    ? try Document(json: value).fields.map { ($0.name, $0.value) }
                    : [(entry.loss.field, value)]
                for (field, value) in fields {
                    guard let word = value.string else { continue }
                    state.journal.insert([entry.entityID.description, field, word])
                }
            }
        }
        return state
    }

    /// All visits that exist, or existed until a person deleted them.
    ///
    /// A visit of which a person discarded a change is listed twice: with that phone's content and
    /// with the current content.
    private func visits(
        _ places: [[EntityID: Entity]],
        _ states: [DeviceState]
    ) -> [VisitRecallChecker.Visit] {
        let gone = world.model.deletedVisits
        let touched = Set(world.model.deletions.map(\.entity)).union(gone.keys)
        var visits: [EntityID: VisitRecallChecker.Visit] = [:]
        for entity in places.lazy.flatMap(\.values)
        where visits[entity.id] == nil && PlaceChecks.isVisit(entity) {
            // Other checks report an entity that is not an event.
            guard let event = try? Event(document: entity.document()) else { continue }
            visits[entity.id] = VisitRecallChecker.Visit(
                id: entity.id,
                event: event,
                isDeletedElsewhere: touched.contains(entity.id) || isFailed(entity.id, states)
            )
        }
        return visits.values
            + gone.map {
                VisitRecallChecker.Visit(id: $0.key, event: $0.value, isDeletedElsewhere: true)
            }
    }

    // MARK: checks

    /// Every device equals the server, field by field, except for undecided mutations.
    private func compare(_ state: DeviceState, with server: [EntityID: Entity]) {
        for id in Set(state.entities.keys).union(server.keys).sorted()
        where !state.undecided.contains(id) {
            let here = state.entities[id]
            let there = server[id]
            guard here?.content == there?.content, here?.version == there?.version,
                here?.createdAt == there?.createdAt, here?.updatedAt == there?.updatedAt
            else {
                world.violate(
                    "convergence",
                    "\(id) is \(describe(here)) on \(state.device) and \(describe(there)) on the "
                        + "server"
                )
                return
            }
        }
    }

    private func describe(_ entity: Entity?) -> String {
        entity.map {
            "\($0.content) at \($0.version), made \($0.createdAt), changed \($0.updatedAt)"
        } ?? "nothing"
    }

    func isFailed(_ id: EntityID, _ states: [DeviceState]) -> Bool {
        world.model.givenUp.contains(id) || states.contains { $0.undecided.contains(id) }
    }

    /// Each day has the person's steps, whichever phone counted them.
    private func checkDays(
        _ account: String,
        _ server: [EntityID: Entity],
        _ states: [DeviceState]
    ) {
        guard let walks = world.walks[account] else { return }
        let prefix = "\(HealthMetric.steps.rawValue)/"
        var there: [CalendarDay: Double] = [:]
        var ids: [CalendarDay: EntityID] = [:]
        for entity in server.values where entity.kind == .event {
            guard let event = try? Event(document: entity.document()),
                let key = event.naturalKey, key.hasPrefix(prefix),
                let day = CalendarDay(key.dropFirst(prefix.count))
            else { continue }
            guard case .number(let steps)? = event.properties["count"] else {
                return world.violate("steps", "\(day) has no steps")
            }
            there[day] = steps.double
            ids[day] = entity.id
        }
        let walked = walks.days
        // The last sample was deleted without a report by HealthKit. The day is indistinguishable
        // from one without read access, and its result is kept.
        if world.faults.mayKeepLast, walked.values.allSatisfy({ $0 == 0 }) { return }
        for day in Set(walked.keys).union(there.keys).sorted()
        where walked[day] != there[day]
            && !isFailed(.derived(kind: "event", naturalKey: "\(prefix)\(day)"), states)
        {
            return world.violate(
                "steps",
                "\(account) walked \(walked[day] ?? 0) on \(day), and the server has "
                    + "\(there[day].map { String($0) } ?? "nothing")"
                    + (ids[day].map { " in \($0)" } ?? "")
            )
        }
    }

    /// The counts that `GET /me/sync` answers with are those of the entities.
    private func checkCounts(
        _ account: String,
        _ server: [EntityID: Entity],
        _ state: AccountState
    ) {
        for kind in EntityKind.allCases {
            let count = server.values.count { $0.kind == kind }
            if state.counts[kind] ?? 0 != count {
                world.violate(
                    "server",
                    "\(account) has \(count) entities of the kind \(kind.name), and the server "
                        + "counts \(state.counts[kind] ?? 0)"
                )
            }
        }
        if let newest = server.values.map(\.version).max(), newest > state.version {
            world.violate("server", "\(account) is at \(state.version), but has \(newest)")
        }
    }

    /// No account contains an entity of another account.
    private func checkOwners(_ account: String, _ server: [EntityID: Entity]) {
        let owners = Dictionary(
            world.model.creations.compactMap { creation in
                creation.entity.map { ($0, creation.account) }
            },
            uniquingKeysWith: { first, _ in first }
        )
        for id in server.keys.sorted() {
            if let owner = owners[id], owner != account {
                world.violate("isolation", "\(account) has \(id), which is \(owner)'s")
            }
        }
    }

    /// No account has visits to another account's places, on any device.
    private func checkPlaces(_ held: [String: [[EntityID: Entity]]]) {
        var owners: [EntityID: String] = [:]
        for (account, copies) in held {
            for entity in copies.joined().map(\.value) where entity.kind == .geofence {
                owners[entity.id] = account
            }
        }
        for (account, copies) in held.sorted(by: { $0.key < $1.key }) {
            for entity in copies.joined().map(\.value) where entity.kind == .event {
                // Other checks report an entity that is not an event.
                guard let event = try? Event(document: entity.document()),
                    let owner = event.geofenceID.flatMap({ owners[$0] }), owner != account
                else { continue }
                return world.violate("isolation", "\(account) has a visit to \(owner)'s place")
            }
        }
    }
}

extension DeviceStore {
    /// The entities of all pending mutations.
    fileprivate func waitingEntities() throws -> [EntityID] {
        try database.reading { db in
            var ids: [EntityID] = []
            let statement = try PreparedStatement(db, "SELECT DISTINCT entity_id FROM mutation")
            try statement.forEachRow { ids.append(try $0.id(0)) }
            return ids
        }
    }
}
