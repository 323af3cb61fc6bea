import Foundation
package import HTTPTypes
import TrendyAppSupport
package import TrendyKit
import TrendyLocalization
package import TrendyModel
package import TrendyStore

/// The request of a viewer, with what a page needs to answer it.
package struct PageContext: Sendable {
    /// The maximum time that a page waits for the server's list of devices.
    static let answerLimit = Duration.seconds(1)

    /// The viewer of the page.
    package let viewer: WebViewer
    /// The request.
    package let request: WebRequest
    /// The parameters of the path.
    package let parameters: [String: String]
    /// The fields of a form; empty for other requests.
    package let form: WebFields
    /// The events that were deleted a short time ago.
    package let deletions: RecentDeletions
    /// The server of map images that the operator has chosen; `nil` for none.
    package let mapTiles: MapTileServer?
    /// Clocks, random numbers and ids.
    package let dependencies: Dependencies
    /// Formats times, days and numbers for the viewer.
    package let formats: DisplayFormatter

    /// The viewer's engine.
    package var engine: TrendyEngine { viewer.engine }
    /// The database of the viewer's engine.
    package var store: DeviceStore { engine.store }
    /// The query of the request.
    package var query: WebFields { request.query }
    /// The current time.
    package var now: Instant { dependencies.wallClock.now() }
    /// The current day of the viewer.
    package var today: CalendarDay { formats.zones().day(containing: now) }

    /// The id in a parameter of the path.
    ///
    /// - Throws: ``WebError/notFound`` when it is not an id.
    package func id(_ name: String = "id") throws -> EntityID {
        guard let id = parameters[name].flatMap({ EntityID($0) }) else { throw WebError.notFound }
        return id
    }

    /// The hidden field of each form that proves that the form came from a page of the viewer.
    package var formToken: HTML {
        tag(.input, .type("hidden"), .name("csrf"), .value(viewer.formToken))
    }

    /// A page with the navigation of the site.
    ///
    /// - Parameters:
    ///   - title: the title of the window.
    ///   - area: the entry of the navigation that is marked.
    ///   - scripts: the names of further scripts.
    ///   - status: the status of the response.
    ///   - hasMap: whether the page has a map, which may show images of another server.
    ///   - content: the content of the main part.
    /// - Returns: the page.
    @MainActor
    package func page(
        title: String,
        area: PageArea? = nil,
        scripts: [String] = [],
        status: HTTPResponse.Status = .ok,
        hasMap: Bool = false,
        @HTMLBuilder content: () throws -> HTML
    ) async rethrows -> WebResponse {
        let content = try content()
        let layout = PageLayout(context: self, title: title, area: area, scripts: scripts)
        var response = WebResponse.html(await layout.html(content), status: status)
        OfflinePage.mark(&response, viewer)
        if hasMap, let server = MapImages.shown(in: self) {
            SecurityHeaders.allowImages(of: server, in: &response)
        }
        return response
    }
}

extension WebViewer {
    /// The formats of a request: the browser's time zone, else that of the device or server.
    func formats(for request: WebRequest) -> DisplayFormatter {
        let zones = request.timeZone.map { ZoneHistory($0) } ?? zones
        return DisplayFormatter(locale: request.locale) { zones }
    }
}

extension WebRequest {
    /// The browser's time zone, from the cookie that a script sets; `nil` when it is unknown.
    var timeZone: TimeZone? {
        guard let name = cookie(Self.timeZoneCookie)?.removingPercentEncoding,
            name.utf8.count <= 64
        else { return nil }
        return TimeZone(identifier: name)
    }

    /// The name of the cookie with the browser's time zone.
    static let timeZoneCookie = "trendy-zone"

    /// The first language of the browser, for dates and numbers; British English without one.
    var locale: Locale {
        let accepted = head.headerFields[.acceptLanguage] ?? ""
        let first = accepted.split(separator: ",").first?.split(separator: ";").first ?? ""
        let isTag =
            first.utf8.count <= 35
            && first.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        // The texts are English: names of months and weekdays are too.
        guard isTag, first.lowercased().hasPrefix("en") else { return Locale(identifier: "en_GB") }
        return Locale(identifier: String(first))
    }
}
