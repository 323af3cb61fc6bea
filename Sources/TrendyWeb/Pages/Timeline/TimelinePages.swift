import TrendyKit
import TrendyLocalization
import TrendyModel

/// The timeline: events by day, search and filters, quick log, and the editor of events.
enum TimelinePages {
    static let routes: [WebRoute] =
        [
            .get("/timeline") { context in try await TimelinePage.response(context) },
            .post("/timeline/log") { context in try await QuickLog.response(context) },
        ] + EventPages.routes + TypePages.routes
}

extension PageContext {
    /// The page of the timeline that a form or a link came from; the timeline for any other text.
    var timelinePath: WebPath {
        guard let text = form.text("back") ?? query.text("back"), let path = WebPath(local: text),
            text == "/timeline" || text.hasPrefix("/timeline?")
        else { return WebPath("/timeline") }
        return path
    }

    /// The page of the timeline that a form came from, with a note about what was done.
    func timelinePath(_ note: TimelineNote, _ id: EntityID) -> WebPath {
        let path = timelinePath
        let separator = path.text.contains("?") ? "&" : "?"
        return WebPath(local: "\(path.text)\(separator)\(note.rawValue)=\(id)")
            ?? WebPath("/timeline", [:])
    }

    /// The hidden field with the page of the timeline to return to.
    func backField(_ path: WebPath) -> HTML {
        tag(.input, .type("hidden"), .name("back"), .value(path.text))
    }

    /// The name of an event, as `Coffee, 08:30`.
    func name(of event: EntityID) async throws -> String {
        try await EntityNames(store: store, formats: formats, today: today).name(event, .event)
    }
}
