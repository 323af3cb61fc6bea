import HTTPTypes
import Hummingbird
import TrendyModel
import TrendyWire

/// Writes single entities through the implementation of a push.
struct EntityWriter: Sendable {
    /// The fields that the server sets.
    ///
    /// A request body may repeat them, as an answer contains them; they are ignored.
    private static let setByServer = [
        "entity_type", "version", "created_at", "updated_at", "deleted_at",
    ]

    let store: any ServerStore
    let dependencies: Dependencies
    let metrics: ServerMetrics

    func create(
        _ kind: EntityKind,
        _ document: Document,
        _ request: Request,
        _ context: TrendyRequestContext
    ) async throws -> Response {
        let (id, fields) = try Self.split(document)
        let command = command(
            .create,
            kind,
            id,
            base: nil,
            fields: fields,
            key: key(request),
            request
        )
        let account = try context.account
        let result = try await push(command, account)
        guard let entity = try await store.entity(account: account, id: id) else {
            throw Problem.notFound
        }
        // The repetition of a request whose entity was deleted since.
        guard entity.deletedAt == nil else {
            throw Problem(.conflict, detail: "The entity was deleted.")
        }
        return EntityRoutes.response(entity, status: result.status == .applied ? .created : .ok)
    }

    func update(
        _ current: Entity,
        _ change: Document,
        _ request: Request,
        _ context: TrendyRequestContext
    ) async throws -> Response {
        var fields = change
        for name in Self.setByServer { fields[name] = nil }
        if fields["id"]?.id == current.id { fields["id"] = nil }
        let command = command(
            .update,
            current.kind,
            current.id,
            base: try ifMatch(request),
            fields: fields,
            key: key(request),
            request
        )
        let account = try context.account
        _ = try await push(command, account)
        guard let entity = try await store.entity(account: account, id: current.id),
            entity.deletedAt == nil
        else { throw Problem.notFound }
        return EntityRoutes.response(entity)
    }

    func delete(
        _ kind: EntityKind,
        _ id: EntityID,
        _ request: Request,
        _ context: TrendyRequestContext
    ) async throws -> Response {
        let account = try context.account
        let current = try await store.entity(account: account, id: id)
        // Another account's entity, or one of another kind, must look like a missing entity.
        if let current, current.kind != kind { throw Problem.notFound }
        var command = command(
            .delete,
            kind,
            id,
            base: try ifMatch(request),
            fields: Document(),
            key: key(request),
            request
        )
        command.cascades =
            try request.value("cascade", "must be true or false") { Bool($0) } ?? false
        _ = try await push(command, account)
        return Response(status: .noContent)
    }

    /// Splits a document into the id of a new entity and its other fields.
    static func split(_ document: Document) throws(Problem) -> (id: EntityID, fields: Document) {
        guard let id = document["id"]?.id else {
            throw Problem(
                .validation,
                detail: "The entity has no id.",
                errors: [
                    FieldError(
                        code: "required",
                        field: "id",
                        message: "is required: a UUID of version 7 that the client makes"
                    )
                ]
            )
        }
        var fields = document
        fields["id"] = nil
        for name in setByServer { fields[name] = nil }
        return (id, fields)
    }

    /// A command for one entity.
    ///
    /// The hash excludes the edit time, which differs between a request and its repetition.
    func command(
        _ operation: TrendyWire.Operation,
        _ kind: EntityKind,
        _ id: EntityID,
        base: Int64?,
        fields: Document,
        key: EntityID,
        _ request: Request
    ) -> PushCommand {
        let json = fields.json
        let mutation = PushMutation(
            id: key,
            kind: kind,
            operation: operation,
            entityID: id,
            baseVersion: base,
            editedAt: dependencies.wallClock.now(),
            fields: json
        )
        let path = "\(request.uri.string) \(id) \(base ?? -1)"
        return PushCommand(
            mutation: mutation,
            requestHash: RequestHash.of(
                method: operation.rawValue,
                path: path,
                body: json.utf8
            )
        )
    }

    /// The idempotency key of the request, or a new key.
    func key(_ request: Request) -> EntityID {
        guard let text = request.headers[.idempotencyKey] else { return dependencies.ids.next() }
        return IdempotencyKey.id(text)
    }

    private func push(_ command: PushCommand, _ account: EntityID) async throws -> PushResult {
        let results = try await store.push(
            account: account,
            commands: [command],
            now: dependencies.wallClock.now()
        ).results
        metrics.pushed(results)
        guard let result = results.first else { throw Problem.notFound }
        switch result.status {
        case .applied, .duplicate: return result
        case .conflict, .rejected, .blocked:
            throw result.problem ?? Problem(.conflict, detail: "The entity was not written.")
        }
    }

    private func ifMatch(_ request: Request) throws(Problem) -> Int64? {
        guard let text = request.headers[.ifMatch], text != "*" else { return nil }
        let isQuoted = text.count > 2 && text.first == "\"" && text.last == "\""
        let digits = isQuoted ? text.dropFirst().dropLast() : text[...]
        guard digits.allSatisfy(\.isWholeNumber), let version = Int64(digits) else {
            throw Problem(.malformed, detail: "If-Match must be an ETag of this server.")
        }
        return version
    }
}
