import TrendyExport
import TrendyLocalization
import TrendyModel

/// The forms that download data.
struct ExportSection {
    let context: PageContext
    let types: [(id: EntityID, name: String)]
    let fields: ExportFields?

    private typealias Texts = Strings.WebTransfer

    private var entered: ExportFields { fields ?? .empty }

    var html: HTML {
        tag(.section, .class("card"), .aria("labelledby", "export-title")) {
            tag(.h2, .id("export-title")) { Texts.exportTitle() }
            tag(.p) { Texts.exportIntro() }
            tag(.form, .class("stack"), .method(.get), .action(WebPath("/transfer/export"))) {
                choice("format", Texts.format(), Self.formats, entered.format)
                choice(
                    "type",
                    Texts.eventType(),
                    [("", Texts.allTypes())] + types.map { ("\($0.id)", $0.name) },
                    entered.type
                )
                tag(.div, .class("row dates")) {
                    day("from", Texts.fromDay(), entered.from)
                    day("until", Texts.untilDay(), entered.until)
                }
                tag(.label, .class("inline")) {
                    tag(
                        .input,
                        .type("checkbox"),
                        .name("safe"),
                        .value("1"),
                        .flag(.checked, entered.isSpreadsheetSafe)
                    )
                    tag(.span) { Texts.spreadsheetSafe() }
                }
                tag(.div) {
                    tag(.button, .type("submit"), .class("primary")) { Texts.download() }
                }
            }
            tag(.h3) { Texts.everythingTitle() }
            tag(.p) { Texts.everythingText() }
            tag(.p) {
                tag(.a, .class("button"), .href(WebPath("/transfer/everything"))) {
                    Texts.downloadEverything()
                }
            }
            tag(.h3) { Texts.databaseTitle() }
            tag(.p) { Texts.databaseText() }
            tag(.p) {
                tag(.a, .class("button"), .href(WebPath("/transfer/database"))) {
                    Texts.downloadDatabase()
                }
            }
        }
    }

    private static let formats: [(String, String)] = ExportFormat.allCases.map { format in
        let name =
            switch format {
            case .csv: Texts.formatCSV()
            case .json: Texts.formatJSON()
            case .ndjson: Texts.formatNDJSON()
            case .gpx: Texts.formatGPX()
            case .geojson: Texts.formatGeoJSON()
            case .ical: Texts.formatICal()
            case .fhir: Texts.formatFHIR()
            case .omh: Texts.formatOMH()
            }
        return (format.rawValue, name)
    }

    @HTMLBuilder
    private func choice(
        _ name: String,
        _ label: String,
        _ choices: [(value: String, name: String)],
        _ selected: String
    ) -> HTML {
        tag(.div, .class("field")) {
            tag(.label, .for("export-\(name)")) { label }
            tag(.select, attributes: [.id("export-\(name)"), .name(name)] + validity(name)) {
                for choice in choices {
                    tag(
                        .option,
                        .value(choice.value),
                        .flag(.selected, choice.value == selected)
                    ) { choice.name }
                }
            }
            error(name)
        }
    }

    private func day(_ name: String, _ label: String, _ value: String) -> HTML {
        tag(.div, .class("field")) {
            tag(.label, .for("export-\(name)")) { label }
            tag(
                .input,
                attributes: [
                    .type("date"), .id("export-\(name)"), .name(name), .value(value),
                ] + validity(name)
            )
            error(name)
        }
    }

    private func validity(_ name: String) -> [HTMLAttribute] {
        entered.errors[name] == nil
            ? [] : [.aria("invalid", "true"), .aria("describedby", "export-\(name)-error")]
    }

    private func error(_ name: String) -> HTML? {
        entered.errors[name].map { text in
            tag(.p, .id("export-\(name)-error"), .class("field-error")) { text }
        }
    }
}
