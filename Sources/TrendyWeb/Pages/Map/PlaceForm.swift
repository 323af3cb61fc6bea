import Foundation
import HTTPTypes
import TrendyAppSupport
import TrendyLocalization
import TrendyModel

/// The fields of a place: the editor's values as texts, and what a person entered applied to it.
@MainActor
struct PlaceFields {
    /// The names of the fields.
    enum Field {
        static let name = "name"
        static let latitude = "latitude"
        static let longitude = "longitude"
        static let radius = "radius"
        static let type = "type"
        static let exitType = "exit_type"
        static let isActive = "is_active"
        static let notifiesEntry = "notify_entry"
        static let notifiesExit = "notify_exit"

        /// The fields of one value: a person who changes one of them means both.
        static let center = [latitude, longitude]
    }

    let editor: PlaceEditorViewModel
    /// The values in the database by name, in the order of the form.
    let stored: [(name: String, value: String)]
    /// The texts that a person entered, by name; those of an existing place only where they differ
    /// from what the form was opened with.
    private var entered: [String: String] = [:]
    /// The fields that another browser or device changed meanwhile, too.
    private(set) var changes: [FormValues.Change] = []

    /// Creates the fields of an editor that was loaded.
    init(_ editor: PlaceEditorViewModel) {
        self.editor = editor
        let center = editor.center
        stored = [
            (Field.name, editor.name),
            (Field.latitude, center.map { HTMLAttribute.degrees($0.latitude) } ?? ""),
            (Field.longitude, center.map { HTMLAttribute.degrees($0.longitude) } ?? ""),
            (Field.radius, HTMLAttribute.text(of: editor.radiusMeters)),
            (Field.type, Self.choice(editor.typeID, in: editor)),
            (Field.exitType, Self.choice(editor.exitTypeID, in: editor)),
            (Field.isActive, editor.isActive ? "1" : ""),
            (Field.notifiesEntry, editor.notifyOnEntry ? "1" : ""),
            (Field.notifiesExit, editor.notifyOnExit ? "1" : ""),
        ]
    }

    /// The text to show in a field.
    subscript(name: String) -> String { entered[name] ?? stored(name) }

    private func stored(_ name: String) -> String {
        stored.first { $0.name == name }?.value ?? ""
    }

    // MARK: Entered texts

    /// Applies all fields of a new place, and of an existing one those that the person changed.
    ///
    /// What is no number leaves the place without a centre or a valid radius.
    mutating func apply(_ form: FormValues) {
        let isCenterTouched = Field.center.contains { form.isTouched($0, stored: stored($0)) }
        for (name, value) in stored {
            if editor.isNew {
                // A box that is not ticked is not sent, and a new place has no hash of it.
                entered[name] = form.entered(name) ?? ""
                continue
            }
            let isTouched =
                Field.center.contains(name)
                ? isCenterTouched : form.isTouched(name, stored: value)
            guard isTouched, let text = form.entered(name) else { continue }
            entered[name] = text
            if let change = form.change(of: name, stored: value) { changes.append(change) }
        }
        enter()
    }

    private func enter() {
        if let name = entered[Field.name] { editor.name = name }
        if Field.center.contains(where: { entered[$0] != nil }) { enterCenter() }
        if let radius = entered[Field.radius] { editor.radiusMeters = Self.number(radius) ?? .nan }
        if let type = entered[Field.type] { editor.typeID = known(type) }
        if let type = entered[Field.exitType] { editor.exitTypeID = known(type) }
        if let text = entered[Field.isActive] { editor.isActive = !text.isEmpty }
        if let text = entered[Field.notifiesEntry] { editor.notifyOnEntry = !text.isEmpty }
        if let text = entered[Field.notifiesExit] { editor.notifyOnExit = !text.isEmpty }
    }

    private func enterCenter() {
        let degrees = (Self.number(self[Field.latitude]), Self.number(self[Field.longitude]))
        guard case (let latitude?, let longitude?) = degrees else {
            editor.center = nil
            return
        }
        let center = Coordinate(latitude: latitude, longitude: longitude)
        // A centre that was only shown is not a change.
        if center.map(Self.text) != editor.center.map(Self.text) { editor.center = center }
    }

    private static func text(_ center: Coordinate) -> String {
        "\(HTMLAttribute.degrees(center.latitude)),\(HTMLAttribute.degrees(center.longitude))"
    }

    private static func number(_ text: String) -> Double? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return Double(text.replacing(",", with: ".")).flatMap { $0.isFinite ? $0 : nil }
    }

    /// A chosen type; `nil` for Trendy's own, and for one that does not exist any more.
    private func known(_ text: String) -> EntityID? {
        let id = EntityID(text)
        return editor.types.contains { $0.id == id } ? id : nil
    }

    /// The option that a browser shows as chosen: the first one for a type that is no option.
    private static func choice(_ type: EntityID?, in editor: PlaceEditorViewModel) -> String {
        guard let type, editor.types.contains(where: { $0.id == type }) else { return "" }
        return type.description
    }

    // MARK: Problems

    /// What is wrong with a field; `nil` when it is valid.
    func problem(of name: String) -> String? {
        if let change = changes.first(where: { $0.name == name }) {
            return Strings.WebTimeline.changedTo(["value": readable(change.stored, of: name)])
        }
        switch name {
        case Field.name: return editor.nameProblem
        case Field.radius: return editor.radiusProblem
        default: return nil
        }
    }

    /// What is wrong with the centre; `nil` when it is valid.
    var centerProblem: String? {
        guard changes.contains(where: { Field.center.contains($0.name) }) else {
            return editor.centerProblem
        }
        let center = Field.center.map { stored($0) }.joined(separator: ", ")
        return Strings.WebTimeline.changedTo(["value": center])
    }

    private func readable(_ value: String, of name: String) -> String {
        switch name {
        case Field.exitType where value.isEmpty: Strings.WebMap.noExitType()
        case Field.type, Field.exitType:
            editor.types.first { ($0.id?.description ?? "") == value }?.name ?? value
        case Field.isActive, Field.notifiesEntry, Field.notifiesExit:
            value.isEmpty ? Strings.Values.no() : Strings.Values.yes()
        default: value
        }
    }
}

/// The form of a place.
@MainActor
struct PlaceForm {
    private typealias Texts = Strings.WebMap
    private typealias Field = PlaceFields.Field

    let fields: PlaceFields
    /// The place; `nil` for a new one.
    let id: EntityID?
    let context: PageContext

    private var path: WebPath {
        id.map { PlacePages.path($0, "edit") } ?? WebPath("/map/places/new")
    }

    var html: HTML {
        tag(
            .form,
            .method(.post),
            .action(path),
            .class("stack card"),
            .id("place-form"),
            // Entered texts that were not saved stay when the page is fetched again.
            context.request.head.method == .post ? .data("dirty", "true") : .none
        ) {
            context.formToken
            if id != nil { FormValues.opened(fields.stored) }
            text(
                Field.name,
                Texts.name(),
                [
                    .type("text"), .flag(.required), .set(.maxlength, "100"),
                    .set(.autocomplete, "off"),
                ]
            )
            tag(.div, .class("place-center")) {
                number(Field.latitude, Texts.latitude())
                number(Field.longitude, Texts.longitude())
            }
            error("center", fields.centerProblem)
            text(
                Field.radius,
                Texts.radiusMeters(),
                [
                    .type("text"), .set(.inputmode, "decimal"), .aria("describedby", "radius-hint"),
                ]
            )
            tag(.p, .class("quiet small"), .id("radius-hint")) { Texts.radiusHint() }
            types
            check(Field.isActive, Texts.recordVisits())
            check(Field.notifiesEntry, Texts.notifyEntry())
            check(Field.notifiesExit, Texts.notifyExit())
            tag(.div, .class("row")) {
                tag(.button, .type("submit"), .class("primary")) { Strings.Web.save() }
                tag(
                    .button,
                    .type("submit"),
                    .name("preview"),
                    .value("1"),
                    .class("place-preview")
                ) {
                    Texts.preview()
                }
                tag(
                    .a,
                    .class("button"),
                    .href(id.map { PlacePages.path($0) } ?? PageArea.map.path)
                ) { Strings.Web.cancel() }
            }
        }
    }

    private func text(
        _ name: String,
        _ label: String,
        _ attributes: [HTMLAttribute]
    ) -> HTML {
        let problem = fields.problem(of: name)
        return tag(.div) {
            tag(.label) {
                tag(.span) { label }
                tag(
                    .input,
                    attributes: attributes + [
                        .name(name), .id("place-\(name)"), .value(fields[name]),
                        problem == nil ? .none : .aria("invalid", "true"),
                    ]
                )
            }
            error(name, problem)
        }
    }

    private func number(_ name: String, _ label: String) -> HTML {
        let problem = fields.centerProblem
        return tag(.label) {
            tag(.span) { label }
            tag(
                .input,
                .type("text"),
                .set(.inputmode, "decimal"),
                .name(name),
                .id("place-\(name)"),
                .value(fields[name]),
                problem == nil ? .none : .aria("invalid", "true"),
                problem == nil ? .none : .aria("describedby", "center-error")
            )
        }
    }

    @HTMLBuilder
    private func error(_ name: String, _ problem: String?) -> HTML {
        if let problem {
            tag(.p, .class("field-error"), .id("\(name)-error"), .role("alert")) { problem }
        }
    }

    @HTMLBuilder private var types: HTML {
        tag(.label) {
            tag(.span) { Texts.visitType() }
            tag(.select, .name(Field.type)) {
                for type in fields.editor.types {
                    option(type.id?.description ?? "", type.name, fields[Field.type])
                }
            }
        }
        error(Field.type, fields.problem(of: Field.type))
        tag(.label) {
            tag(.span) { Texts.exitType() }
            tag(.select, .name(Field.exitType)) {
                option("", Texts.noExitType(), fields[Field.exitType])
                for type in fields.editor.types {
                    if let id = type.id {
                        option(id.description, type.name, fields[Field.exitType])
                    }
                }
            }
        }
        error(Field.exitType, fields.problem(of: Field.exitType))
    }

    private func option(_ value: String, _ name: String, _ chosen: String) -> HTML {
        tag(.option, .value(value), .flag(.selected, value == chosen)) { name }
    }

    @HTMLBuilder
    private func check(_ name: String, _ label: String) -> HTML {
        tag(.label, .class("inline")) {
            tag(
                .input,
                .type("checkbox"),
                .name(name),
                .value("1"),
                .flag(.checked, !fields[name].isEmpty)
            )
            tag(.span) { label }
        }
        error(name, fields.problem(of: name))
    }
}
