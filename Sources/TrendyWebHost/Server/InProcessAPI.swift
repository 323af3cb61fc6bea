import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import TrendyModel
import TrendyServer
import TrendySync
import TrendyWire

/// The API of the server that runs in this process, called for one account without a socket.
struct InProcessAPI: HTTPExchange {
    let responder: any HTTPResponder<TrendyRequestContext>
    let logger: Logger
    let account: EntityID
    /// The session of a browser; `nil` for the server's own work for the account.
    var session: EntityID?
    /// The address of the browser.
    var clientAddress = ClientAddress.unknown

    func send(_ request: HTTPRequest, body: [UInt8]?) async throws -> HTTPAnswer {
        let message = Request(
            head: request,
            body: RequestBody(buffer: ByteBuffer(bytes: body ?? []))
        )
        let context = TrendyRequestContext(
            logger: logger,
            account: account,
            session: session,
            clientAddress: clientAddress
        )
        let response: Response
        do {
            response = try await responder.respond(to: message, context: context)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw ServerUnreachable(reason: .closed)
        }
        var head = HTTPResponse(status: response.status)
        head.headerFields = response.headers
        return HTTPAnswer(head: head, body: ResponsePieces(body: response.body))
    }

    func shutdown() async throws {}

    /// The transport that a replica of the account syncs through.
    func transport(wallClock: any WallClock) throws -> HTTPTransport {
        let client = AccountClient(
            address: try ServerAddress.parse("http://localhost"),
            exchange: self,
            wallClock: wallClock
        )
        // The API does not read the token of a request that is made in this process.
        let session = Session(
            accessToken: "-",
            expiresIn: 0,
            expiresAt: .max,
            refreshToken: "-",
            user: Session.User(id: account.description, email: "", createdAt: "")
        )
        return HTTPTransport(
            client,
            sessions: SessionManager(
                session: session,
                storage: NoSessionStorage(),
                refresher: client,
                wallClock: wallClock
            )
        )
    }

    /// The session is never replaced.
    private struct NoSessionStorage: SessionStorage {
        func replace(_ old: Session, with new: Session) async throws {}
        func storedSession() async throws -> Session? { nil }
    }
}
