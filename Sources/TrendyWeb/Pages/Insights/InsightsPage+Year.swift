import Foundation
import TrendyAppSupport
import TrendyKit
import TrendyLocalization
import TrendyModel

extension InsightsPage {
    /// The form that chooses a subject and a year.
    var choice: HTML {
        let hasBadSubject = query.subject != nil && query.subject != model.subjectID
        return tag(
            .form,
            .class("choice card"),
            .method(.get),
            .action(PageArea.insights.path)
        ) {
            query.hiddenFields(without: ["subject", "year"])
            tag(.label, .class("grow")) {
                Strings.WebInsights.chooseSubject()
                select("subject", chosen: model.subjectID, isValid: !hasBadSubject)
                if hasBadSubject {
                    tag(.span, .class("field-error"), .id("subject-error")) {
                        Strings.WebInsights.badSubject()
                    }
                }
            }
            tag(.label) {
                Strings.WebInsights.year()
                tag(
                    .input,
                    .type("number"),
                    .name("year"),
                    .set(.inputmode, "numeric"),
                    .set(.min, Double(InsightsQuery.firstYear)),
                    .set(.max, Double(context.today.components.year)),
                    .value(String(model.year)),
                    query.hasBadYear ? .aria("invalid", "true") : .none,
                    query.hasBadYear ? .aria("describedby", "year-error") : .none
                )
                if query.hasBadYear {
                    tag(.span, .class("field-error"), .id("year-error")) {
                        Strings.WebInsights.badYear([
                            "first": String(InsightsQuery.firstYear),
                            "last": String(context.today.components.year),
                            "year": model.yearTitle,
                        ])
                    }
                }
            }
            tag(.button, .class("primary")) { Strings.WebInsights.show() }
        }
    }

    /// A choice of a subject.
    ///
    /// - Parameters:
    ///   - name: the name of the field.
    ///   - chosen: the id of the chosen subject.
    ///   - hidden: the id of a subject that cannot be chosen.
    ///   - isValid: whether the person's choice exists.
    /// - Returns: the element.
    func select(
        _ name: String,
        chosen: String?,
        hiding hidden: String? = nil,
        isValid: Bool
    ) -> HTML {
        tag(
            .select,
            .name(name),
            isValid ? .none : .aria("invalid", "true"),
            isValid ? .none : .aria("describedby", "\(name)-error")
        ) {
            for subject in model.subjects where subject.id != hidden {
                tag(.option, .value(subject.id), .flag(.selected, subject.id == chosen)) {
                    subject.name
                }
            }
        }
    }

    /// The calendar of the year.
    func calendar(of subject: InsightsViewModel.Subject, _ map: HeatMap) -> HTML {
        tag(.section, .class("card"), .id("year"), .data("key", "year")) {
            tag(.div, .class("row between")) {
                tag(.h2) {
                    Strings.WebInsights.subjectInYear([
                        "subject": subject.name, "year": model.yearTitle,
                    ])
                }
                tag(.div, .class("row")) {
                    step(to: model.year - 1, Strings.WebInsights.previousYear)
                    if model.canShowNextYear {
                        step(to: model.year + 1, Strings.WebInsights.nextYear)
                    }
                }
            }
            if let total = model.total { tag(.p, .class("quiet")) { total } }
            YearCalendar(
                map: map,
                subject: subject.name,
                year: model.yearTitle,
                today: context.today,
                monthNames: context.formats.calendar.standaloneMonthSymbols
            ).html
        }
    }

    private func step(to year: Int, _ text: LocalizedText) -> HTML? {
        guard year >= InsightsQuery.firstYear else { return nil }
        return tag(.a, .class("button"), .href(query.path { $0.year = year })) {
            text(["year": String(year)])
        }
    }

    /// The months beside those of the year before.
    func months(of subject: InsightsViewModel.Subject) -> HTML {
        let before = String(model.year - 1)
        let current = context.today.components
        let shown = model.year == current.year ? current.month : 12
        return tag(.section, .class("card"), .data("key", "months")) {
            tag(.h2) { Strings.WebInsights.months() }
            tag(.p) { model.trend }
            if let sentence = model.yearToDate { tag(.p) { sentence } }
            ChartColumns(
                values: model.months.map(\.value),
                before: model.previousMonths.map(\.value),
                shown: shown,
                labels: model.months.map(\.label)
            ).html
            tag(.p, .class("legend small quiet"), .aria("hidden", "true")) {
                tag(.span, .class("swatch before"))
                before
                tag(.span, .class("swatch now"))
                model.yearTitle
                tag(.span, .class("swatch none"))
                Strings.Web.noData()
            }
            tag(.details, .data("key", "months-table")) {
                tag(.summary) { Strings.Web.asTable() }
                tag(.div, .class("scroll")) { monthsTable(before) }
            }
        }
    }

    private func monthsTable(_ before: String) -> HTML {
        let names = context.formats.calendar.standaloneMonthSymbols
        return table(
            caption: Strings.WebInsights.monthsBeside([
                "year": model.yearTitle, "before": before,
            ]),
            columns: [Strings.WebInsights.month(), model.yearTitle, before],
            rows: zip(model.months, model.previousMonths).map { month, previous in
                [names[month.id - 1], month.valueText, previous.valueText]
            }
        )
    }

    /// The days by weekday.
    func weekdays(of subject: InsightsViewModel.Subject) -> HTML {
        let note =
            model.isCounted
            ? Strings.WebInsights.entriesOfWeekday() : Strings.WebInsights.averageDay()
        return tag(.section, .class("card"), .data("key", "weekdays")) {
            tag(.h2) { Strings.WebInsights.weekdays() }
            tag(.p, .class("quiet")) { note }
            ChartColumns(
                values: model.weekdays.map(\.value),
                labels: model.weekdays.map(\.label)
            ).html
            tag(.details, .data("key", "weekdays-table")) {
                tag(.summary) { Strings.Web.asTable() }
                table(
                    caption: note,
                    columns: [
                        Strings.WebInsights.weekday(), Strings.WebInsights.value(),
                        Strings.WebInsights.daysWithData(),
                    ],
                    rows: model.weekdays.map { [$0.name, $0.text, String($0.days)] }
                )
            }
        }
    }

    /// The hours of the day.
    var hourProfile: HTML {
        tag(.section, .class("card"), .data("key", "hours")) {
            tag(.h2) { Strings.WebInsights.hours() }
            if let hours {
                tag(.p, .class("quiet")) { hours.text }
                if !hours.hours.isEmpty {
                    ChartColumns(values: hours.hours.map(\.value), labels: hourLabels).html
                    tag(.details, .data("key", "hours-table")) {
                        tag(.summary) { Strings.Web.asTable() }
                        table(
                            caption: hours.text,
                            columns: [Strings.WebInsights.hour(), Strings.WebInsights.value()],
                            rows: hours.hours.map { [$0.label, $0.text] }
                        )
                    }
                }
            }
        }
    }

    private var hourLabels: [String] {
        [0, 6, 12, 18].map { context.formats.time(minuteOfDay: $0 * 60) }
    }
}
