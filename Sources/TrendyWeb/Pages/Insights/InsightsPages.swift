import TrendyAppSupport
import TrendyLocalization
import TrendyModel

/// The routes of the insights pages.
enum InsightsPages {
    static let routes: [WebRoute] = [
        .get("/insights") { context in
            let page = await InsightsPage(context)
            return await context.page(title: PageArea.insights.name, area: .insights) {
                page.html
            }
        }
    ]
}

/// The page of a year of a metric or event type, of comparison, places, sleep and rhythm.
@MainActor
struct InsightsPage {
    let context: PageContext
    let query: InsightsQuery
    let model: InsightsViewModel
    let hours: HourProfileViewModel?
    let comparison: ComparisonViewModel?
    let places: PlaceTimesViewModel
    let sleep: SleepRegularityViewModel

    /// The shown subject; `nil` without data.
    var subject: InsightsViewModel.Subject? {
        model.subjects.first { $0.id == model.subjectID }
    }
    /// The subject that is compared with the shown one; `nil` for none.
    let other: InsightsViewModel.Subject?

    /// Reads what the page shows.
    init(_ context: PageContext) async {
        self.context = context
        let (store, formats) = (context.store, context.formats)
        let dependencies = context.dependencies
        let query = InsightsQuery(context.query, currentYear: context.today.components.year)
        let model = InsightsViewModel(store: store, dependencies: dependencies, formats: formats)
        await model.show(subject: query.subject, year: query.year, rhythmDays: query.rhythmDays)
        let subject = model.subjects.first { $0.id == model.subjectID }
        let other = model.subjects.first { $0.id == query.with && $0.id != subject?.id }
        hours = subject.map { subject in
            HourProfileViewModel(
                subject: subject,
                year: model.year,
                store: store,
                dependencies: dependencies,
                formats: formats
            )
        }
        comparison = subject.flatMap { subject in
            other.map { other in
                ComparisonViewModel(
                    subject,
                    with: other,
                    year: model.year,
                    store: store,
                    dependencies: dependencies,
                    formats: formats
                )
            }
        }
        places = PlaceTimesViewModel(
            days: query.span,
            store: store,
            dependencies: dependencies,
            formats: formats
        )
        sleep = SleepRegularityViewModel(
            days: query.span,
            store: store,
            dependencies: dependencies,
            formats: formats
        )
        (self.query, self.model, self.other) = (query, model, other)
        await hours?.refresh()
        await comparison?.refresh()
        await places.refresh()
        await sleep.refresh()
    }

    /// The main part.
    var html: HTML {
        tag(.div, .class("insights")) {
            ChartColumns.patterns
            tag(.h1) { PageArea.insights.name }
            for problem in problems {
                tag(.div, .class("banner warning"), .role("status")) { tag(.p) { problem } }
            }
            if let empty = model.emptyText {
                tag(.section, .class("card empty")) { tag(.p) { empty } }
            } else {
                choice
                if let subject, let map = model.heatMap {
                    calendar(of: subject, map)
                    tag(.div, .class("cards wide")) {
                        months(of: subject)
                        weekdays(of: subject)
                        hourProfile
                    }
                    comparison(of: subject)
                }
                latestDays
                rhythm
            }
        }
    }

    private var problems: [String] {
        let all = [
            model.problem, hours?.problem, comparison?.problem, places.problem, sleep.problem,
        ].compactMap(\.self)
        // One broken database gives the same reason in each part.
        return all.enumerated().filter { all.firstIndex(of: $0.element) == $0.offset }
            .map(\.element)
    }
}
