import TrendyAppSupport
import TrendyKit
import TrendyLocalization

/// The overview: what needs the person, today's cards, and what is new.
@MainActor
struct OverviewPage {
    typealias Text = Strings.WebOverview

    let model: OverviewViewModel
    let context: PageContext

    @HTMLBuilder var html: HTML {
        tag(.header, .class("overview-header")) {
            tag(.h1) { PageArea.overview.name }
            tag(.p, .class("quiet")) {
                context.formats.date(model.summary.day, today: context.today)
            }
        }
        syncLine
        problems
        attention
        if model.isNew {
            WelcomeSection().html
        } else {
            today
            entries
        }
    }

    // MARK: Sync

    private var syncLine: HTML {
        tag(.p, .class("sync-line")) {
            tag(.span, .class("state \(tone)")) { model.sync.title }
            " "
            tag(.span) { syncText }
            " "
            tag(.a, .href(place.path)) { place.name }
        }
    }

    /// Where the person can act on the sync.
    private var place: PageArea { model.sync.needsSignIn ? .account : .devices }

    private var syncText: String {
        [model.sync.text, model.sync.lastSyncedText + "."].filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    private var tone: String {
        switch model.sync.indicator {
        case .synced: "good"
        case .syncing, .waiting, .signIn, .offline: "warning"
        case .attention, .failure: "bad"
        }
    }

    private var problems: HTML {
        let problems = [model.summary.problem, model.sync.problem, model.problem].compactMap(\.self)
        var html = HTML.empty
        for problem in problems {
            html.append(
                tag(.div, .class("banner bad"), .role("status")) { tag(.p) { problem } }
            )
        }
        return html
    }

    // MARK: What needs the person

    @HTMLBuilder private var attention: HTML {
        if !model.attention.isEmpty {
            tag(.section, .class("attention"), .aria("labelledby", "needs-you")) {
                tag(.h2, .id("needs-you")) { Text.needsYou() }
                tag(.ul) {
                    for item in model.attention { row(item) }
                }
            }
        }
    }

    private func row(_ item: AttentionItem) -> HTML {
        tag(.li, .class("banner \(tone(of: item.kind))"), .data("key", key(of: item.kind))) {
            tag(.div) {
                tag(.p, .class("state \(tone(of: item.kind))")) { item.title }
                tag(.p, .class("small")) {
                    if let text = item.text { text + " " }
                    item.remedy
                }
            }
            tag(.a, .class("button"), .href(path(of: item.kind))) {
                Text.resolve()
                tag(.span, .class("visually-hidden")) { ": \(item.title)" }
            }
        }
    }

    private func tone(of kind: AttentionItem.Kind) -> String {
        switch kind {
        case .problem(.manyPending), .conflicts, .quarantined, .silentDevice: "warning"
        case .problem, .failedChanges: "bad"
        }
    }

    private func key(of kind: AttentionItem.Kind) -> String {
        switch kind {
        case .problem(let kind): "problem-\(kind)"
        case .failedChanges: "failed-changes"
        case .conflicts: "conflicts"
        case .quarantined: "quarantined"
        case .silentDevice(let id): "silent-\(id)"
        }
    }

    private func path(of kind: AttentionItem.Kind) -> WebPath {
        switch kind {
        case .failedChanges, .conflicts: PageArea.decisions.path
        case .problem(.sessionEnded), .problem(.profileDamaged): PageArea.account.path
        case .problem, .quarantined, .silentDevice: PageArea.devices.path
        }
    }

    // MARK: Today

    @HTMLBuilder private var today: HTML {
        let compared = model.summary.cards.filter { $0.hasData && $0.usual != nil }
        let others = model.summary.cards.filter { $0.value != nil && $0.usual == nil }
        let earlier = model.summary.cards.filter {
            $0.hasData && $0.value == nil && $0.usual == nil
        }
        let empty = model.summary.cards.filter { !$0.hasData }
        if !compared.isEmpty {
            section("usual", Text.todayAgainstUsual(), "cards wide") {
                for card in compared { cardHTML(card) }
            }
        }
        if !others.isEmpty {
            section("today", compared.isEmpty ? Text.today() : Text.otherMetrics(), "cards") {
                for card in others { cardHTML(card) }
            }
        }
        if !earlier.isEmpty || !empty.isEmpty {
            section("earlier", Text.notToday(), "cards") {
                for card in earlier { cardHTML(card) }
                if !empty.isEmpty { withoutData(empty) }
            }
        }
    }

    private func cardHTML(_ card: SummaryCard) -> HTML {
        SummaryCardHTML(card: card, day: model.summary.day).html
    }

    private func section(
        _ id: String,
        _ title: String,
        _ grid: String,
        @HTMLBuilder content: () -> HTML
    ) -> HTML {
        tag(.section, .aria("labelledby", id)) {
            tag(.h2, .id(id)) { title }
            tag(.div, .class(grid), content: content)
        }
    }

    private func withoutData(_ cards: [SummaryCard]) -> HTML {
        tag(.article, .class("card metric"), .data("key", "no-data")) {
            tag(.h3) { Text.noDataYet() }
            tag(.p, .class("quiet small")) { Text.noDataYetText() }
            tag(.ul, .class("dots")) {
                for card in cards {
                    tag(.li) {
                        ChartSVG.dot(card.color)
                        tag(.span) { card.title }
                    }
                }
            }
        }
    }

    // MARK: What is new

    private var entries: HTML {
        tag(.div, .class("cards wide top")) {
            list(
                "latest",
                Text.latest(),
                model.latest,
                empty: Text.nothingLatest(),
                link: true
            )
            // A device that never synced has no changes of others.
            if !model.changedElsewhere.isEmpty || !model.sync.needsSignIn {
                list(
                    "changed",
                    Text.changedElsewhere(),
                    model.changedElsewhere,
                    empty: Text.nothingChanged(),
                    link: false
                )
            }
        }
    }

    private func list(
        _ id: String,
        _ title: String,
        _ entries: [OverviewEntry],
        empty: String,
        link: Bool
    ) -> HTML {
        tag(.section, .class("card"), .aria("labelledby", id)) {
            tag(.h2, .id(id)) { title }
            if entries.isEmpty { tag(.p, .class("quiet")) { empty } }
            tag(.ul, .class("entries")) {
                for entry in entries { OverviewEntryHTML(entry: entry, list: id).html }
            }
            if link {
                tag(.p) { tag(.a, .href(PageArea.timeline.path)) { Text.wholeTimeline() } }
            }
        }
    }
}
