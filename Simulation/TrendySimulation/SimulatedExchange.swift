import Foundation
import HTTPTypes
import SimulationKit
import TrendyModel
import TrendySync
import TrendyWire

/// The network between one process of an app and the server.
struct SimulatedExchange: HTTPExchange {
    /// The time for which a client waits for a response.
    private static let timeout = Duration.seconds(60)

    /// The process, which owns the exchange.
    ///
    /// Operations of a process that has ended have no effect.
    private(set) weak var process: (any SimulatedProcess)?
    private let link: NetworkLink
    private let account: String

    private var world: World { link.world }

    /// - `account`: the account's name in the world.
    init(_ process: any SimulatedProcess, of account: String) {
        self.process = process
        self.account = account
        link = process.link
    }

    func shutdown() async throws {}

    func send(_ request: HTTPRequest, body: [UInt8]?) async throws -> HTTPAnswer {
        let world = world
        let body = mix.hasStrangeFields ? body.map { withStrangeField($0) } : body
        try await pause(link.delay + draw { $0.duration(.milliseconds(1), mix.latency) })
        world.wire.sent(by: link.name, at: world.simulation.now, in: world)
        guard !link.isOffline else { throw ServerUnreachable(reason: .noNetwork) }
        if request.path == Route.changeStream, world.hasOpenStreams {
            return try await openStream(request)
        }
        if let answer = try await interference(request) { return try await deliver(answer) }
        if happens(mix.lossBefore) || link.isPartitioned {
            world.coverage.reached(.requestLost)
            try await pause(Self.timeout)
            throw ServerUnreachable(reason: .timedOut)
        }
        if happens(mix.duplication) {
            world.coverage.reached(.requestRepeated)
            let delay = draw { $0.duration(.milliseconds(1), .seconds(120)) }
            world.simulation.after(delay) { [link, account] in
                Task {
                    let late = await world.server.respond(to: request, body: body)
                    if let late {
                        world.wire.answered(request, body, late, account, link.name, in: world)
                    }
                }
            }
        }
        guard let answer = await world.server.respond(to: request, body: body) else {
            try await pause(draw { $0.duration(.milliseconds(1), .seconds(1)) })
            throw ServerUnreachable(reason: .noServer)
        }
        world.wire.answered(request, body, answer, account, link.name, in: world)
        try await pause(draw { $0.duration(.milliseconds(1), mix.latency) })
        if happens(mix.lossAfter) || link.losesResponses {
            world.coverage.reached(.answerLost)
            try await pause(Self.timeout)
            throw ServerUnreachable(reason: .timedOut)
        }
        return try await deliver(answer)
    }

    /// The fault mix; empty in the calm phase.
    private var mix: FaultMix { world.phase == .faults ? world.faults : FaultMix() }

    private func happens(_ perMille: Int) -> Bool { draw { $0.happens(perMille) } }

    private func draw<Value>(_ body: (inout SplitMix64) -> Value) -> Value {
        body(&link.random)
    }

    /// Waits; throws if the process has ended meanwhile.
    private func pause(_ span: Duration) async throws {
        try await world.simulation.sleep(for: span)
        guard let process else { throw CancellationError() }
        try await process.waitWhileSuspended()
        guard process.isAlive else { throw CancellationError() }
    }

    /// The response of a proxy or a captive portal, if one interferes.
    private func interference(_ request: HTTPRequest) async throws -> SimulatedServer.Answer? {
        if link.isInPortal {
            world.coverage.reached(.captivePortal)
            var head = HTTPResponse(status: .ok)
            head.headerFields[.contentType] = "text/html"
            return .init(head: head, pieces: [Array("<html>Sign in to CafeNet</html>".utf8)])
        }
        if happens(mix.tooMany) {
            world.coverage.reached(.tooManyRequests)
            var head = HTTPResponse(status: .tooManyRequests)
            head.headerFields[.retryAfter] = "\(draw { Int.random(in: 1...900, using: &$0) })"
            return .init(head: head)
        }
        if happens(mix.unavailable) {
            world.coverage.reached(.serverUnavailable)
            return .init(head: HTTPResponse(status: .serviceUnavailable))
        }
        if happens(mix.broken) {
            world.coverage.reached(.serverBroken)
            return try Self.answer(Problem(.internal, detail: "An internal error occurred."))
        }
        if request.path == Route.push, happens(mix.refusals) {
            world.coverage.reached(.pushRefusedWhole)
            return try Self.answer(Problem(.validation, detail: "The request cannot be read."))
        }
        return nil
    }

    /// A JSON object with an additional field, as a newer program writes it.
    ///
    /// Other content is unchanged.
    private func withStrangeField(_ json: [UInt8]) -> [UInt8] {
        guard json.count > 2, json[0] == UInt8(ascii: "{"), json[1] == UInt8(ascii: "\"") else {
            return json
        }
        return Array(#"{"x_new":{"a":[1,null]},"#.utf8) + json.dropFirst()
    }

    /// A page of changes or a snapshot with an additional entity of an unknown kind.
    private func withStrangeChange(_ json: [UInt8]) -> [UInt8] {
        let entity = #"{"entity_type":"mood_ring","id":"01890a5d-ac96-774b-bcce-b302099a8057"}"#
        if let place = json.firstIndex(after: #""changes":[{"#) {
            let change = #""version":1,"data":\#(entity)},{"#
            return json[..<place] + Array(change.utf8) + json[place...]
        }
        guard json.firstIndex(after: #""counts":{"#) != nil, let end = json.firstIndex(of: 0x0A)
        else { return json }
        return json[...end] + Array((entity + "\n").utf8) + json[(end + 1)...]
    }

    private static func answer(_ problem: Problem) throws -> SimulatedServer.Answer {
        var head = HTTPResponse(status: .init(code: problem.status))
        head.headerFields[.contentType] = "application/problem+json"
        return .init(head: head, pieces: [Array(try JSONEncoder().encode(problem))])
    }

    private func deliver(_ answer: SimulatedServer.Answer) async throws -> HTTPAnswer {
        var pieces = answer.pieces
        if mix.hasStrangeFields, let first = pieces.first {
            world.coverage.reached(.strangeFields)
            pieces[0] = withStrangeChange(withStrangeField(first))
        }
        var breaksOff = false
        if happens(mix.truncation), let last = pieces.indices.last, !pieces[last].isEmpty {
            world.coverage.reached(.answerCutOff)
            let count = draw { Int.random(in: 0..<pieces[last].count, using: &$0) }
            pieces[last] = Array(pieces[last].prefix(count))
            breaksOff = draw { $0.happens(500) }
        }
        let drip = happens(mix.drip) ? Duration.seconds(5) : .zero
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        for piece in pieces where !piece.isEmpty { continuation.yield(piece) }
        if breaksOff {
            continuation.finish(throwing: ServerUnreachable(reason: .closed))
        } else {
            continuation.finish()
        }
        return HTTPAnswer(
            head: answer.head,
            body: Dripping(base: stream, drip: drip, exchange: self)
        )
    }

    private func openStream(_ request: HTTPRequest) async throws -> HTTPAnswer {
        guard let answer = await world.server.openStream(request) else {
            throw ServerUnreachable(reason: .noServer)
        }
        let base = answer.body
        let (body, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        // Owned by the stream; ending the stream cancels it.
        let task = Task {
            do {
                for try await piece in base { continuation.yield(piece) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        link.opened(continuation)
        return HTTPAnswer(
            head: answer.head,
            body: Dripping(base: body, drip: .zero, exchange: self)
        )
    }

    /// A body that arrives slowly, in small pieces.
    private struct Dripping: AsyncSequence, Sendable {
        let base: AsyncThrowingStream<[UInt8], any Error>
        let drip: Duration
        let exchange: SimulatedExchange

        func makeAsyncIterator() -> Iterator {
            Iterator(base: base.makeAsyncIterator(), drip: drip, exchange: exchange)
        }

        struct Iterator: AsyncIteratorProtocol {
            var base: AsyncThrowingStream<[UInt8], any Error>.Iterator
            let drip: Duration
            let exchange: SimulatedExchange

            mutating func next() async throws -> [UInt8]? {
                let piece = try await base.next()
                if drip > .zero { try await exchange.pause(drip) }
                guard exchange.process?.isAlive == true else { throw CancellationError() }
                return piece
            }
        }
    }
}

extension [UInt8] {
    /// The index behind the first occurrence of a word.
    fileprivate func firstIndex(after word: String) -> Int? {
        let word = Array(word.utf8)
        return indices.first { self[$0] == word[0] && self[$0...].starts(with: word) }
            .map { $0 + word.count }
    }
}
