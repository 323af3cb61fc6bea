import TrendyAppSupport
import TrendyLocalization
import TrendyModel

/// The texts of the fields of a place, as they are shown or were entered.
@MainActor
struct PlaceFields {
    var name: String
    var latitude: String
    var longitude: String
    var radius: String
    var type: String
    var exitType: String
    var isActive: Bool
    var notifiesEntry: Bool
    var notifiesExit: Bool

    /// The fields of a place.
    init(_ editor: PlaceEditorViewModel) {
        name = editor.name
        latitude = editor.center.map { HTMLAttribute.degrees($0.latitude) } ?? ""
        longitude = editor.center.map { HTMLAttribute.degrees($0.longitude) } ?? ""
        radius = HTMLAttribute.text(of: editor.radiusMeters)
        type = editor.typeID?.description ?? ""
        exitType = editor.exitTypeID?.description ?? ""
        isActive = editor.isActive
        notifiesEntry = editor.notifyOnEntry
        notifiesExit = editor.notifyOnExit
    }

    /// The fields of a form.
    init(_ form: WebFields) {
        name = form["name"] ?? ""
        latitude = form.text("latitude") ?? ""
        longitude = form.text("longitude") ?? ""
        radius = form.text("radius") ?? ""
        type = form.text("type") ?? ""
        exitType = form.text("exit_type") ?? ""
        isActive = form["is_active"] != nil
        notifiesEntry = form["notify_entry"] != nil
        notifiesExit = form["notify_exit"] != nil
    }

    /// Enters the fields; what is no number leaves the place without a centre or a valid radius.
    func apply(to editor: PlaceEditorViewModel) {
        editor.name = name
        let degrees = (Self.number(latitude), Self.number(longitude))
        if case (let latitude?, let longitude?) = degrees {
            let center = Coordinate(latitude: latitude, longitude: longitude)
            // A centre that was only shown is not a change.
            if center.map(Self.text) != editor.center.map(Self.text) { editor.center = center }
        } else {
            editor.center = nil
        }
        editor.radiusMeters = Self.number(radius) ?? .nan
        editor.typeID = known(type, in: editor)
        editor.exitTypeID = known(exitType, in: editor)
        editor.isActive = isActive
        editor.notifyOnEntry = notifiesEntry
        editor.notifyOnExit = notifiesExit
    }

    private static func text(_ center: Coordinate) -> String {
        "\(HTMLAttribute.degrees(center.latitude)),\(HTMLAttribute.degrees(center.longitude))"
    }

    private static func number(_ text: String) -> Double? {
        Double(text.replacing(",", with: ".")).flatMap { $0.isFinite ? $0 : nil }
    }

    /// A chosen type; `nil` for Trendy's own, and for one that does not exist any more.
    private func known(_ text: String, in editor: PlaceEditorViewModel) -> EntityID? {
        let id = EntityID(text)
        return editor.types.contains { $0.id == id } ? id : nil
    }
}

/// The form of a place.
@MainActor
struct PlaceForm {
    private typealias Texts = Strings.WebMap

    let editor: PlaceEditorViewModel
    /// The place; `nil` for a new one.
    let id: EntityID?
    let entered: PlaceFields
    let context: PageContext

    private var path: WebPath {
        id.map { PlacePages.path($0, "edit") } ?? WebPath("/map/places/new")
    }

    var html: HTML {
        tag(.form, .method(.post), .action(path), .class("stack card"), .id("place-form")) {
            context.formToken
            text(
                "name",
                Texts.name(),
                entered.name,
                editor.nameProblem,
                [
                    .type("text"), .flag(.required), .set(.maxlength, "100"),
                    .set(.autocomplete, "off"),
                ]
            )
            tag(.div, .class("place-center")) {
                number("latitude", Texts.latitude(), entered.latitude, editor.centerProblem)
                number("longitude", Texts.longitude(), entered.longitude, editor.centerProblem)
            }
            error("center", editor.centerProblem)
            text(
                "radius",
                Texts.radiusMeters(),
                entered.radius,
                editor.radiusProblem,
                [
                    .type("text"), .set(.inputmode, "decimal"), .aria("describedby", "radius-hint"),
                ]
            )
            tag(.p, .class("quiet small"), .id("radius-hint")) { Texts.radiusHint() }
            types
            check("is_active", Texts.recordVisits(), entered.isActive)
            check("notify_entry", Texts.notifyEntry(), entered.notifiesEntry)
            check("notify_exit", Texts.notifyExit(), entered.notifiesExit)
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
        _ value: String,
        _ problem: String?,
        _ attributes: [HTMLAttribute]
    ) -> HTML {
        tag(.div) {
            tag(.label) {
                tag(.span) { label }
                tag(
                    .input,
                    attributes: attributes + [
                        .name(name), .id("place-\(name)"), .value(value),
                        problem == nil ? .none : .aria("invalid", "true"),
                    ]
                )
            }
            error(name, problem)
        }
    }

    private func number(
        _ name: String,
        _ label: String,
        _ value: String,
        _ problem: String?
    ) -> HTML {
        tag(.label) {
            tag(.span) { label }
            tag(
                .input,
                .type("text"),
                .set(.inputmode, "decimal"),
                .name(name),
                .id("place-\(name)"),
                .value(value),
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
            tag(.select, .name("type")) {
                for type in editor.types {
                    option(type.id?.description ?? "", type.name, entered.type)
                }
            }
        }
        tag(.label) {
            tag(.span) { Texts.exitType() }
            tag(.select, .name("exit_type")) {
                option("", Texts.noExitType(), entered.exitType)
                for type in editor.types {
                    if let id = type.id { option(id.description, type.name, entered.exitType) }
                }
            }
        }
    }

    private func option(_ value: String, _ name: String, _ chosen: String) -> HTML {
        tag(.option, .value(value), .flag(.selected, value == chosen)) { name }
    }

    private func check(_ name: String, _ label: String, _ isOn: Bool) -> HTML {
        tag(.label, .class("inline")) {
            tag(.input, .type("checkbox"), .name(name), .value("1"), .flag(.checked, isOn))
            tag(.span) { label }
        }
    }
}
