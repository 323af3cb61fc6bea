import HTTPTypes
import Hummingbird
import NIOCore
import TrendyModel

/// Limits an account's concurrent requests, and the memory of its request bodies and unread
/// answers.
struct AccountLimitsMiddleware: RouterMiddleware {
    typealias Context = TrendyRequestContext

    private let requests: AccountBudget
    private let bodies: AccountBudget
    private let answers: AccountBudget

    init(limits: WorkLimits) {
        requests = AccountBudget(
            name: "requests at once",
            perAccount: limits.requestsPerAccount,
            total: limits.requests,
            retryAfter: 1
        )
        bodies = AccountBudget(
            name: "bytes of requests at once",
            perAccount: limits.bodyBytesPerAccount,
            total: limits.bodyBytes,
            retryAfter: 2
        )
        answers = AccountBudget(
            name: "bytes of answers that are not read yet",
            perAccount: limits.answerBytesPerAccount,
            total: limits.answerBytes,
            retryAfter: 5
        )
    }

    func handle(
        _ request: Request,
        context: TrendyRequestContext,
        next: (Request, TrendyRequestContext) async throws -> Response
    ) async throws -> Response {
        let account = try context.account
        let place = try requests.reserve(for: account)
        var request = request
        if request.method != .get {
            // Received bytes count, not the announced length: a client that announces much and
            // sends little takes nothing from other clients.
            let reservation = try bodies.reserve(0, for: account)
            request.body = RequestBody(
                asyncSequence: request.body.map { chunk in
                    try reservation.grow(by: chunk.readableBytes)
                    return chunk
                }
            )
        }
        let response = try await next(request, context)
        withExtendedLifetime(place) {}
        return try limited(response, account)
    }

    /// Counts a large answer until the client has read it.
    private func limited(_ response: Response, _ account: EntityID) throws -> Response {
        guard let length = response.body.contentLength, length > SlicingWriter.sliceBytes else {
            return response
        }
        let reservation = try answers.reserve(length, for: account)
        let body = response.body
        var response = response
        response.body = ResponseBody(contentLength: length) { writer in
            try await body.write(SlicingWriter(parent: writer))
            withExtendedLifetime(reservation) {}
        }
        return response
    }
}
