import TrendyAppSupport
import TrendyHealth
import TrendyLocalization

/// What each source says: the parts of the number as a strip, and a table.
@MainActor
struct SourcesSection {
    typealias Text = Strings.WebExplanation

    let metric: HealthMetric
    let explanation: DayExplanation

    private var sources: [DayExplanation.Source] { explanation.sources }
    private var hasParts: Bool { sources.contains { $0.counted != nil } }

    @HTMLBuilder var html: HTML {
        if !sources.isEmpty {
            tag(.section, .class("card"), .aria("labelledby", "sources")) {
                tag(.h2, .id("sources")) { Text.sources() }
                if let merging = explanation.merging { tag(.p) { merging } }
                if hasParts { ChartSVG.ribbon(parts) }
                tag(
                    .div,
                    .class("scroll"),
                    .tabindex(0),
                    .role("group"),
                    .aria("labelledby", "sources")
                ) {
                    table
                }
                if let agreement = explanation.agreement {
                    tag(.p, .class("state \(explanation.agrees ? "good" : "warning")")) {
                        agreement
                    }
                }
            }
        }
    }

    private var parts: [ChartSVG.Segment] {
        sources.compactMap { source in
            source.part.map { part in
                ChartSVG.Segment(
                    start: part.lowerBound,
                    end: part.upperBound,
                    color: source.color,
                    text: "\(source.name): \(source.counted ?? source.alone)"
                )
            }
        }
    }

    private var table: HTML {
        tag(.table) {
            tag(.caption) { Text.sourcesTable() }
            tag(.thead) {
                tag(.tr) {
                    tag(.th, .scope("col")) { Text.source() }
                    head(hasParts ? Text.alone() : Text.mean())
                    if hasParts { head(Text.counted()) }
                    head(Text.samples())
                    head(Text.covered())
                    head(Text.overlapped())
                    head(Text.newest())
                }
            }
            tag(.tbody) {
                for source in sources { row(source) }
            }
        }
    }

    private func head(_ text: String) -> HTML {
        tag(.th, .scope("col"), .class("number")) { text }
    }

    private func row(_ source: DayExplanation.Source) -> HTML {
        tag(.tr, .data("key", "source-\(source.id)")) {
            tag(.th, .scope("row")) {
                tag(.span, .class("source")) {
                    if hasParts { ChartSVG.dot(source.color) }
                    tag(.span) { "\(source.id). \(source.name)" }
                }
            }
            cell(source.alone)
            if let counted = source.counted { cell(counted) }
            cell(source.samples)
            cell(source.covered)
            cell(source.overlapped)
            cell(source.newest)
        }
    }

    private func cell(_ text: String) -> HTML {
        tag(.td, .class("number")) { text }
    }
}
