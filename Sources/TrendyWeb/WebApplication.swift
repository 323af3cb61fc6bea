// TrendyWeb: pages for browsers over the engine of an account.

import Foundation
import HTTPTypes
package import Logging
import TrendyLocalization
package import TrendyModel
import TrendyWebAssets

/// The web pages: finds the viewer of a request, and answers with a page, a file or a redirect.
///
/// It knows no HTTP server: a host passes requests and sends the responses.
package struct WebApplication: Sendable {
    private let access: any WebAccess
    private let mapTiles: MapTileServer?
    private let dependencies: Dependencies
    private let logger: Logger
    private let router = WebRouter(routes: WebRoutes.all)
    private let deletions = RecentDeletions()

    /// Creates the pages.
    ///
    /// - Parameters:
    ///   - access: signs people in and finds their engines.
    ///   - mapTiles: the server of images behind maps, for viewers who turn them on; `nil` for none.
    ///   - dependencies: clocks, random numbers and ids.
    ///   - logger: the log; it gets no data of persons.
    package init(
        access: any WebAccess,
        mapTiles: MapTileServer? = nil,
        dependencies: Dependencies,
        logger: Logger
    ) {
        self.access = access
        self.mapTiles = mapTiles
        self.dependencies = dependencies
        self.logger = logger
    }

    /// Answers a request.
    package func respond(to request: WebRequest) async -> WebResponse {
        var response: WebResponse
        do {
            response = try await route(request)
        } catch let error as WebError {
            response = await page(of: error, request)
        } catch {
            // The error may contain values of a person.
            logger.error("A page failed", metadata: ["kind": "\(type(of: error))"])
            if let viewer = try? await access.viewer(of: request) {
                await access.pageFailed(error, for: viewer)
            }
            response = await page(of: .unavailable, request)
        }
        SecurityHeaders.add(to: &response)
        return response
    }

    private func route(_ request: WebRequest) async throws -> WebResponse {
        if let asset = WebAssetPath.response(to: request) { return asset }
        if let response = try await access.openResponse(to: request) { return response }
        guard let viewer = try await access.viewer(of: request) else {
            return access.signInResponse(to: request)
        }
        guard let (route, parameters) = router.route(of: request) else {
            if router.isKnown(request.parts) {
                throw WebError.badRequest
            }
            throw WebError.notFound
        }
        var form = WebFields()
        if route.method == .post, route.readsForm {
            form = try await request.form()
            guard viewer.accepts(token: form["csrf"]) else { throw WebError.forgedForm }
        } else if route.method == .post {
            // The body is not read yet: its token is in the query.
            guard viewer.accepts(token: request.query["csrf"]) else { throw WebError.forgedForm }
        }
        guard request.isSameOrigin else { throw WebError.forgedForm }
        let context = PageContext(
            viewer: viewer,
            request: request,
            parameters: parameters,
            form: form,
            deletions: deletions,
            mapTiles: mapTiles,
            dependencies: dependencies,
            formats: viewer.formats(for: request)
        )
        let response = try await route.handler(context)
        if route.method == .post { await viewer.didChange() }
        return response
    }

    private func page(of error: WebError, _ request: WebRequest) async -> WebResponse {
        // Without a viewer, the page has no navigation.
        let viewer = try? await access.viewer(of: request)
        let content = tag(.section, .class("card message")) {
            tag(.h1) { error.title }
            tag(.p) { error.text }
        }
        guard let viewer else {
            return .html(PageLayout.plain(title: error.title, content), status: error.status)
        }
        let context = PageContext(
            viewer: viewer,
            request: request,
            parameters: [:],
            form: WebFields(),
            deletions: deletions,
            mapTiles: mapTiles,
            dependencies: dependencies,
            formats: viewer.formats(for: request)
        )
        return await context.page(title: error.title, status: error.status) { content }
    }
}
