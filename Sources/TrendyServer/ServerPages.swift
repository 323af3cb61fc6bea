import HTTPTypes
package import Hummingbird
package import Logging
package import ServiceLifecycle
package import TrendyModel

/// The parts of a server that its pages for browsers use.
package struct ServerParts: Sendable {
    /// The configuration of the server.
    package let configuration: ServerConfiguration
    /// The database of the server.
    package let database: ServerDatabase
    /// The sessions of browsers.
    package let browserSessions: BrowserSessions
    /// The sign-in through a provider; `nil` without one.
    package let providerSignIn: ProviderSignIn?
    /// The sign-in of a person's programs through the browser.
    package let programSignIn: ProgramSignIn
    /// Answers requests of the API, also those of this process.
    package let api: any HTTPResponder<TrendyRequestContext>
    /// Clocks, random numbers and ids.
    package let dependencies: Dependencies
    /// Receives failures, without personal data.
    package let logger: Logger

    init(
        _ configuration: ServerConfiguration,
        _ database: ServerDatabase,
        _ auth: AuthService,
        api: any HTTPResponder<TrendyRequestContext>,
        logger: Logger
    ) {
        self.configuration = configuration
        self.database = database
        browserSessions = BrowserSessions(auth: auth)
        providerSignIn = configuration.openID.map { ProviderSignIn($0, auth: auth) }
        programSignIn = ProgramSignIn(auth: auth)
        self.api = api
        dependencies = auth.dependencies
        self.logger = logger
    }

    /// The accounts and their data.
    package var store: any ServerStore { database.store }
}

/// The pages for browsers that a server has besides its API.
package struct ServerPages: Sendable {
    /// Answers the requests for pages.
    package let responder: any HTTPResponder<TrendyRequestContext>
    /// Services that run as long as the server; they stop after the listener.
    package let services: [any Service]

    /// Creates pages.
    package init(
        responder: any HTTPResponder<TrendyRequestContext>,
        services: [any Service] = []
    ) {
        self.responder = responder
        self.services = services
    }
}

/// Sends requests of the API to its router and all others to the pages.
struct PageDispatcher: HTTPResponder {
    let api: any HTTPResponder<TrendyRequestContext>
    let pages: any HTTPResponder<TrendyRequestContext>

    func respond(
        to request: Request,
        context: TrendyRequestContext
    ) async throws -> Response {
        Self.isAPI(request.uri.path)
            ? try await api.respond(to: request, context: context)
            : try await pages.respond(to: request, context: context)
    }

    /// Whether a path belongs to the API.
    static func isAPI(_ path: String) -> Bool {
        switch path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().first {
        case "api", "auth", "health", "ready": true
        default: false
        }
    }
}
