import TrendyLocalization

/// The routes of the timeline pages.
enum TimelinePages {
    static let routes: [WebRoute] = [
        .get("/timeline") { context in
            await context.page(title: PageArea.timeline.name, area: .timeline) {
                tag(.h1) { PageArea.timeline.name }
            }
        }
    ]
}
