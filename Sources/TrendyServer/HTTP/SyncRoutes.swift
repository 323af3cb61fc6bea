import Hummingbird
import NIOCore
import TrendyModel
import TrendyWire

/// The routes of the sync protocol.
struct SyncRoutes: Sendable {
    let store: any ServerStore
    let dependencies: Dependencies
    let limits: WorkLimits
    let heartbeat: Duration
    let metrics: ServerMetrics
    let draining: Draining

    func add(to group: RouterGroup<TrendyRequestContext>) {
        group.post(RouterPath(Route.push), use: push)
        group.get(RouterPath(Route.changes), use: changes)
        group.get(RouterPath(Route.latestCursor), use: latestCursor)
        let stream = ChangeStreamRoute(
            store: store,
            clock: dependencies.clock,
            heartbeat: heartbeat,
            limits: limits,
            metrics: metrics,
            draining: draining
        )
        let snapshot = SnapshotRoute(store: store, limits: limits)
        group.get(RouterPath(Route.changeStream), use: stream.handle)
        group.get(RouterPath(Route.snapshot), use: snapshot.handle)
        group.get(RouterPath(Route.digest), use: digest)
        group.get(RouterPath(Route.range), use: range)
        group.get(RouterPath(Route.mySync), use: accountSync)
        let export = ExportRoute(store: store, wallClock: dependencies.wallClock)
        group.get(RouterPath(Route.export), use: export.handle)
        let eventExport = EventExportRoute(store: store, limits: limits)
        group.get(RouterPath(Route.eventExport), use: eventExport.handle)
        group.put(RouterPath("\(Route.devices)/:id"), use: saveReport)
    }

    @Sendable
    private func push(_ request: Request, _ context: TrendyRequestContext) async throws -> Response
    {
        let body = try await request.bytes(limit: WireLimit.pushBytes)
        let push = try body.withUnsafeReadableBytes { bytes throws(JSONError) in
            try PushRequest(json: bytes)
        }
        let commands = push.mutations.map {
            PushCommand(mutation: $0, requestHash: RequestHash.of($0))
        }
        let outcome = try await store.push(
            account: context.account,
            commands: commands,
            expectedEpoch: push.epoch,
            now: dependencies.wallClock.now()
        )
        metrics.pushed(outcome.results)
        let cursor = { Cursor(epoch: outcome.epoch, version: $0).description }
        let answer = PushAnswer(
            epoch: outcome.epoch,
            results: outcome.results,
            // A push can write entities that its results do not name; the device reads them with a
            // pull.
            previousCursor: outcome.hasOthers ? nil : cursor(outcome.versionBefore),
            cursor: cursor(outcome.versionAfter)
        )
        return .json(bytes: try answer.json())
    }

    @Sendable
    private func changes(
        _ request: Request,
        _ context: TrendyRequestContext
    ) async throws -> Response {
        let limit = try request.number(
            "limit",
            default: WireLimit.defaultChangesPerPage,
            in: 1...WireLimit.changesPerPage
        )
        let since = try request.cursor("since")
        let slice = try await store.changes(
            account: context.account,
            after: since?.version ?? 0,
            limit: limit
        )
        // A device without a cursor has no entities that could have been deleted, unlike a device
        // that saw the empty account and has written since. A device ahead of the account read data
        // that no longer exists, such as data that a restore replaced.
        if let since {
            guard since.epoch == slice.epoch, since.version >= slice.tombstonesCollectedTo,
                since.version <= slice.latestVersion
            else { throw Problem.cursorExpired }
        }
        let page = ChangePage(
            changes: slice.entities,
            nextCursor: Cursor(epoch: slice.epoch, version: slice.nextVersion),
            hasMore: slice.hasMore
        )
        return .json(bytes: page.json)
    }

    @Sendable
    private func latestCursor(
        _ request: Request,
        _ context: TrendyRequestContext
    ) async throws -> Response {
        let cursor = try await store.latestCursor(account: context.account)
        var writer = JSONWriter()
        writer.raw("{\"cursor\":")
        writer.string(cursor.description)
        writer.raw("}")
        return .json(bytes: writer.bytes)
    }

    @Sendable
    private func digest(
        _ request: Request,
        _ context: TrendyRequestContext
    ) async throws -> Response {
        let kind = try request.value("entity_type", "must be the name of an entity's type") {
            EntityKind(name: $0)
        }
        let prefix = try request.value(
            "prefix",
            "must be up to \(IDPrefix.maximumDigits) hexadecimal digits"
        ) { IDPrefix($0) }
        guard let prefix = prefix ?? IDPrefix("") else { throw Problem.notFound }
        let digest = try await store.digest(
            account: context.account,
            kind: kind,
            prefix: prefix
        )
        let answer = DigestAnswer(
            epoch: digest.epoch,
            cursor: Cursor(epoch: digest.epoch, version: digest.version).description,
            prefix: prefix.digits,
            buckets: Dictionary(uniqueKeysWithValues: digest.buckets.map { ($0.prefix, $0.bucket) })
        )
        return try .json(encoding: answer)
    }

    @Sendable
    private func range(
        _ request: Request,
        _ context: TrendyRequestContext
    ) async throws -> Response {
        let prefix = try request.value(
            "prefix",
            "must be up to \(IDPrefix.maximumDigits) hexadecimal digits"
        ) { IDPrefix($0) }
        let after = try request.value("after", "must be an id") { EntityID($0) }
        guard let prefix = prefix ?? IDPrefix("") else { throw Problem.notFound }
        let page = try await store.range(
            account: context.account,
            prefix: prefix,
            after: after,
            limit: WireLimit.changesPerPage
        )
        let answer = ChangePage(
            changes: page.entities,
            nextCursor: Cursor(epoch: page.epoch, version: page.latestVersion),
            hasMore: page.hasMore
        )
        return .json(bytes: answer.json)
    }

    @Sendable
    private func accountSync(
        _ request: Request,
        _ context: TrendyRequestContext
    ) async throws -> Response {
        let state = try await store.accountState(account: context.account)
        let counts = EntityKind.allCases.map { ($0.name, state.counts[$0] ?? 0) }
        let answer = AccountSync(
            counts: Dictionary(uniqueKeysWithValues: counts),
            latestCursor: Cursor(epoch: state.epoch, version: state.version).description,
            devices: state.devices.map {
                AccountSync.Device(
                    id: $0.id.description,
                    reportedAt: $0.reportedAt.rfc3339,
                    report: $0.report
                )
            }
        )
        return try .json(encoding: answer)
    }

    @Sendable
    private func saveReport(
        _ request: Request,
        _ context: TrendyRequestContext
    ) async throws -> Response {
        let device = try context.parameters.id()
        let report = try await request.decode(DeviceReport.self, limit: DeviceReport.Limit.bytes)
        let violations = report.violations
        guard violations.isEmpty else {
            throw Problem(.validation, detail: "The report is not valid.", errors: violations)
        }
        try await store.saveReport(
            account: context.account,
            device: device,
            report: report,
            now: dependencies.wallClock.now()
        )
        return Response(status: .noContent)
    }
}
