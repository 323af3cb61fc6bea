import Foundation
import HTTPTypes
import Hummingbird
import TrendyModel
import TrendyWire

/// `POST /events/batch`: up to 500 events, each applied independently.
struct EventBatchRoute: Sendable {
    let writer: EntityWriter

    @Sendable
    func handle(_ request: Request, _ context: TrendyRequestContext) async throws -> Response {
        let body = try await request.bytes(limit: WireLimit.pushBytes)
        let json = try RawJSON(checking: Array(body.readableBytesView))
        guard
            let items = (json.elements ?? json.fields?.first { $0.key == "events" }?.value.elements)
        else { throw Problem(.malformed, detail: "The body needs an array of events.") }
        guard (1...WireLimit.pushMutations).contains(items.count) else {
            throw Problem(
                .validation,
                detail: "The batch is not valid.",
                errors: [
                    FieldError(
                        code: "out_of_range",
                        field: "events",
                        message: "must be from 1 to \(WireLimit.pushMutations) events"
                    )
                ]
            )
        }
        let key = writer.key(request)
        var commands: [PushCommand] = []
        var outcomes: [Outcome] = []
        for (index, item) in items.enumerated() {
            do {
                let (id, fields) = try EntityWriter.split(try Document(json: item))
                commands.append(
                    writer.command(
                        .create,
                        .event,
                        id,
                        base: nil,
                        fields: fields,
                        key: IdempotencyKey.id("\(key)/\(index)"),
                        request
                    )
                )
                outcomes.append(.command(commands.count - 1))
            } catch {
                outcomes.append(.problem(ProblemMiddleware.problem(for: error)))
            }
        }
        var results: [PushResult] = []
        repeat {
            let outcome = try await writer.store.push(
                account: context.account,
                commands: Array(commands[results.count...]),
                now: writer.dependencies.wallClock.now()
            )
            writer.metrics.pushed(outcome.results)
            // This answer contains no entities, so it has space for all results.
            for var result in outcome.results {
                result.entity = nil
                results.append(result)
            }
        } while results.count < commands.count
        return try Self.answer(outcomes, commands, results)
    }

    private enum Outcome {
        case command(Int)
        case problem(Problem)
    }

    private static func answer(
        _ outcomes: [Outcome],
        _ commands: [PushCommand],
        _ results: [PushResult]
    ) throws -> Response {
        var json = JSONWriter()
        var failures = 0
        json.raw("{\"items\":[")
        for (index, outcome) in outcomes.enumerated() {
            if index > 0 { json.raw(",") }
            json.raw("{\"index\":")
            json.integer(Int64(index))
            var problem: Problem?
            switch outcome {
            case .problem(let cause):
                problem = cause
            case .command(let place):
                let result = results[place]
                json.raw(",\"id\":")
                json.id(commands[place].mutation.entityID)
                if let version = result.version {
                    json.raw(",\"version\":")
                    json.integer(version)
                }
                problem = result.problem
                if problem == nil {
                    json.raw(result.status == .applied ? ",\"status\":201" : ",\"status\":200")
                }
            }
            if let problem {
                failures += 1
                json.raw(",\"status\":")
                json.integer(Int64(problem.status))
                json.raw(",\"problem\":")
                json.raw(try JSONEncoder().encode(problem))
            }
            json.raw("}")
        }
        json.raw("]}")
        return .json(
            bytes: json.bytes,
            status: failures > 0
                ? HTTPResponse.Status(code: 207, reasonPhrase: "Multi-Status") : .ok
        )
    }
}
