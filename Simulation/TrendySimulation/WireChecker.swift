import HTTPTypes
import SimulationKit
import TrendyModel
import TrendyWire

/// Checks requests and responses before network faults apply.
final class WireChecker {
    /// The largest number of requests of one device in one hour; a device that exceeds it is in a
    /// loop.
    private static let requestsPerHour = 400

    private struct Mutation: Hashable {
        let epoch: String
        let account: String
        let id: EntityID
    }

    private struct EntityQueue: Hashable {
        let epoch: String
        let device: EntityID
        let entity: EntityID
    }

    private var applied: Set<Mutation> = []
    /// The number of mutations that changed data on the server.
    private(set) var changeCount = 0
    /// The entities of which the server accepted a change, in any epoch.
    private(set) var taken: Set<EntityID> = []
    private var versions: [Mutation: Int64?] = [:]
    private var lastEdit: [EntityQueue: (editedAt: Instant, version: Int64)] = [:]
    private var requests: [String: (hour: Int64, count: Int)] = [:]
    private var cursors: [String: Cursor] = [:]

    /// Notes a request of a device.
    func sent(by device: String, at now: Duration, in world: World) {
        let hour = now.components.seconds / 3600
        var count = requests[device] ?? (hour, 0)
        if count.hour != hour { count = (hour, 0) }
        count.count += 1
        requests[device] = count
        if count.count > Self.requestsPerHour {
            world.violate("rate", "\(device) sent \(count.count) requests in an hour")
        }
    }

    /// Checks an answer of the server.
    func answered(
        _ request: HTTPRequest,
        _ body: [UInt8]?,
        _ answer: SimulatedServer.Answer,
        _ account: String,
        _ device: String,
        in world: World
    ) {
        let path = request.path ?? ""
        world.simulation.log(
            "\(device) \(request.method) \(path.prefix(40)) \(answer.head.status.code)"
        )
        for other in 0..<world.faults.accounts where UserActor.account(other) != account {
            let word = "\"\(UserActor.account(other))-w"
            if answer.body.contains(text: word) {
                world.violate("isolation", "\(account) received a value of another account")
            }
        }
        if path == Route.push, answer.head.status == .ok, let body {
            check(body, answer.body, account, world)
            // Data that cannot be read now is checked after a later push, or at the end.
            if let store = world.server.process?.sqlite {
                try? ServerChecks.check(store, in: world)
            }
        }
    }

    private func check(
        _ request: [UInt8],
        _ response: [UInt8],
        _ account: String,
        _ world: World
    ) {
        guard let push = try? request.withUnsafeBytes({ try PushRequest(json: $0) }),
            let answer = try? response.withUnsafeBytes({ try PushAnswer(json: $0) })
        else { return world.violate("wire", "a push or its answer cannot be read") }
        guard push.mutations.map(\.id) == answer.results.map(\.id) else {
            return world.violate("wire", "a push's results are not in the order of its mutations")
        }
        for (mutation, result) in zip(push.mutations, answer.results) {
            mark(result, world)
            world.simulation.log(
                "  \(mutation.operation) \(mutation.entityID) base \(mutation.baseVersion ?? 0): "
                    + "\(result.status) \(result.version ?? 0)"
            )
            if world.options.followed.contains("\(mutation.entityID)") {
                world.simulation.log("    at \(mutation.editedAt): \(mutation.fields)")
            }
            let key = Mutation(epoch: answer.epoch, account: account, id: mutation.id)
            switch result.status {
            case .applied:
                taken.insert(mutation.entityID)
                if !applied.insert(key).inserted {
                    world.violate("once", "\(mutation.id) was applied twice")
                }
                if result.version != mutation.baseVersion { changeCount += 1 }
                checkVersion(result.version, of: key, world)
                checkOrder(of: mutation, result, by: push.deviceID, epoch: answer.epoch, world)
            case .duplicate:
                checkVersion(result.version, of: key, world)
            case .rejected where result.problem?.code == .idempotencyMismatch:
                // A changed mutation must have a new idempotency key.
                world.violate("once", "\(mutation.id) was sent with two contents")
            default: break
            }
        }
    }

    /// Checks that a repeated mutation receives the version of its first answer.
    private func checkVersion(_ version: Int64?, of key: Mutation, _ world: World) {
        if let before = versions.updateValue(version, forKey: key), before != version {
            world.violate("once", "\(key.id) has two versions")
        }
    }

    private func checkOrder(
        of mutation: PushMutation,
        _ result: PushResult,
        by device: EntityID,
        epoch: String,
        _ world: World
    ) {
        let queue = EntityQueue(epoch: epoch, device: device, entity: mutation.entityID)
        let version = result.version ?? 0
        // With wrong clocks, edit times do not reflect the order: sent changes keep their time when
        // a device learns that its clock was fast, and later edits return to the current time.
        guard world.faults.hasRightClocks else { return }
        if let last = lastEdit[queue] {
            // A mutation without an effect, such as a repeated deletion, has no new version.
            guard version > last.version else { return }
            if mutation.editedAt < last.editedAt {
                world.violate(
                    "order",
                    "\(mutation.entityID) received an earlier edit after a later one"
                )
            }
        }
        lastEdit[queue] = (mutation.editedAt, version)
    }

    private func mark(_ result: PushResult, _ world: World) {
        switch result.status {
        case .applied: world.coverage.reached(.pushApplied)
        case .duplicate: world.coverage.reached(.pushDuplicate)
        case .conflict: world.coverage.reached(.pushConflict)
        case .rejected:
            world.coverage.reached(.pushRejected)
            if result.problem?.errors?.contains(where: { $0.code == "taken" }) == true {
                world.coverage.reached(.nameTaken)
            }
        case .blocked: world.coverage.reached(.pushBlocked)
        }
    }

    /// Checks the cursor of a device's store.
    func checkStoredCursor(_ device: String, _ account: String, at text: String, in world: World) {
        guard let cursor = Cursor(text) else {
            return world.violate("cursor", "\(device) stores \(text), which is not a cursor")
        }
        let key = "\(device)/\(account)"
        if let before = cursors[key], before.epoch == cursor.epoch,
            cursor.version < before.version
        {
            world.violate("cursor", "\(device) moved back from \(before) to \(cursor)")
        }
        cursors[key] = cursor
    }
}

extension [UInt8] {
    /// Whether the bytes contain a text.
    fileprivate func contains(text: String) -> Bool {
        let needle = Array(text.utf8)
        guard let first = needle.first, count >= needle.count else { return false }
        return withUnsafeBytes { bytes in
            for start in 0...(bytes.count - needle.count) where bytes[start] == first {
                if bytes[start..<start + needle.count].elementsEqual(needle) { return true }
            }
            return false
        }
    }
}
