/// The routes of all pages.
enum WebRoutes {
    static let all: [WebRoute] =
        OverviewPages.routes + TimelinePages.routes + InsightsPages.routes + MapPages.routes
        + DevicesPages.routes + DecisionsPages.routes + ExplanationPages.routes
        + TransferPages.routes + AccountPages.routes
        + LivePages.routes
}
