import Foundation
import HTTPTypes
import Synchronization
import TrendyModel
import TrendySync
import TrendyWire

/// A connection to a server that stores one onboarding status and fails on demand.
final class OnboardingExchange: HTTPExchange {
    enum Fault: Sendable {
        /// The request does not arrive.
        case unreachable
        /// The server processes the request; the response is lost.
        case loseAnswer
        /// The server answers with a problem.
        case problem(ProblemCode, retryAfter: Int? = nil)
    }

    private struct State {
        var status = OnboardingStatus()
        var changes: [Document] = []
        var requests = 0
        var faults: [Fault?] = []
        var isDown = false
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    init(status: OnboardingStatus = OnboardingStatus()) {
        state.withLock { $0.status = status }
    }

    /// The server's status.
    var status: OnboardingStatus { state.withLock { $0.status } }
    /// The received changes, in order.
    var changes: [Document] { state.withLock { $0.changes } }
    /// The number of requests, whether they arrived or not.
    var requests: Int { state.withLock { $0.requests } }

    /// Sets the faults of the next requests, in order.
    func fail(_ faults: Fault?...) { state.withLock { $0.faults = faults } }
    /// Sets whether all requests fail.
    func goDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }
    /// Blocks requests until ``release()``.
    func hold() { state.withLock { $0.isHeld = true } }

    func release() {
        let held = state.withLock { state in
            defer { (state.isHeld, state.held) = (false, []) }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    func send(_ request: HTTPRequest, body: [UInt8]?) async throws -> HTTPAnswer {
        await withCheckedContinuation { continuation in
            let proceeds = state.withLock { state in
                state.requests += 1
                if state.isHeld { state.held.append(continuation) }
                return !state.isHeld
            }
            if proceeds { continuation.resume() }
        }
        let fault = state.withLock { state in
            state.isDown ? .unreachable : state.faults.isEmpty ? nil : state.faults.removeFirst()
        }
        switch fault {
        case .unreachable?: throw ServerUnreachable(reason: .closed)
        case .problem(let code, let retryAfter)?:
            let problem = Problem(code, detail: "The test says so.", retryAfter: retryAfter)
            return answer(try JSONEncoder().encode(problem), status: code.status)
        case .loseAnswer?, nil: break
        }
        let change = try body.map { try Document(json: RawJSON(checking: $0)) }
        let status = state.withLock { state in
            if let change {
                state.status.merge(change)
                state.changes.append(change)
            } else if request.method == .delete {
                state.status.reset()
            }
            return state.status
        }
        if case .loseAnswer? = fault { throw ServerUnreachable(reason: .closed) }
        return answer(Data(status.document.json.utf8), status: 200)
    }

    func shutdown() {}

    private func answer(_ data: Data, status: Int) -> HTTPAnswer {
        var head = HTTPResponse(status: .init(code: status))
        head.headerFields[.contentType] = "application/json"
        let body = AsyncThrowingStream<[UInt8], any Error> { continuation in
            continuation.yield(Array(data))
            continuation.finish()
        }
        return HTTPAnswer(head: head, body: body)
    }
}
