import HTTPTypes
import TrendyAppSupport
import TrendyCharts
import TrendyKit
import TrendyLocalization
import TrendyModel

/// The page of one place with its visits, and what a person can do with it.
@MainActor
enum PlacePages {
    private typealias Texts = Strings.WebMap

    nonisolated static let routes: [WebRoute] = [
        .get("/map/places/{id}") { context in try await page(context) },
        .post("/map/places/{id}/active") { context in
            let model = MapPages.places(context).place(try context.id())
            await model.setActive(context.form["active"] == "1")
            if let problem = model.problem { return try await page(context, problem: problem) }
            return .seeOther(path(try context.id()))
        },
        .post("/map/places/{id}/delete") { context in try await delete(context) },
        .post("/map/places/{id}/restore") { context in try await restore(context) },
    ]

    /// The maximum number of pages of visits.
    private static let maximumPages = 40

    static func path(_ id: EntityID, _ parts: String...) -> WebPath {
        WebPath(parts: ["map", "places", id.description] + parts)
    }

    // MARK: Page

    private static func page(
        _ context: PageContext,
        problem: String? = nil
    ) async throws -> WebResponse {
        let model = MapPages.places(context).place(try context.id())
        let asked = context.query.text("pages").flatMap { Int($0) } ?? 1
        let pages = min(maximumPages, max(1, asked))
        await model.show(pages: pages)
        guard let place = model.place else {
            if model.missingText == nil, model.problem != nil { throw WebError.unavailable }
            throw WebError(
                status: .notFound,
                title: Texts.gone(),
                text: model.missingText ?? Strings.PlaceStates.missing()
            )
        }
        return await context.page(
            title: place.name,
            area: .map,
            scripts: ["map.js"],
            hasMap: true
        ) {
            tag(.p) { tag(.a, .href(PageArea.map.path)) { Texts.allPlaces() } }
            tag(.div, .class("row between map-head")) {
                tag(.h1) { place.name }
                tag(.a, .class("button"), .href(path(place.id, "edit"))) { Texts.edit() }
            }
            if let problem = problem ?? model.problem {
                tag(.p, .class("banner bad"), .role("alert")) { problem }
            }
            tag(.div, .class("map-columns")) {
                tag(.div) { figure(place, context) }
                details(place, context)
            }
            visits(model, pages)
        }
    }

    @HTMLBuilder
    private static func figure(_ place: PlacesViewModel.Place, _ context: PageContext) -> HTML {
        if let circle = MapContent.circle(of: place) {
            let viewport =
                MapQuery.view(context.query).map { MapViewport($0) }
                ?? MapViewport.showing([circle.circle])
            MapFigure(
                drawing: MapDrawing(
                    viewport: viewport,
                    images: MapImages.shown(in: context),
                    places: [circle]
                ),
                path: ["map", "places", place.id.description],
                fields: [],
                caption: Texts.placeCaption(),
                images: MapImages(context)
            ).html
        }
    }

    private static func details(_ place: PlacesViewModel.Place, _ context: PageContext) -> HTML {
        tag(.section, .class("card"), .aria("labelledby", "state")) {
            tag(.h2, .id("state")) { Texts.state() }
            PlaceState.html(place, watchesHere: context.engine.places != nil)
            tag(.dl, .class("facts")) {
                fact(Texts.radius(), place.radiusText)
                if let center = place.center {
                    fact(
                        Texts.center(),
                        "\(HTMLAttribute.degrees(center.latitude)), "
                            + HTMLAttribute.degrees(center.longitude)
                    )
                }
                if let text = place.notifiesText { fact(Texts.notifications(), text) }
            }
            tag(.div, .class("row")) {
                action(path(place.id, "active"), context) {
                    tag(
                        .input,
                        .type("hidden"),
                        .name("active"),
                        .value(place.isActive ? "0" : "1")
                    )
                    tag(.button, .type("submit")) {
                        place.isActive ? Texts.turnOff() : Texts.turnOn()
                    }
                }
                action(path(place.id, "delete"), context) {
                    tag(.button, .type("submit"), .class("danger")) { Texts.delete() }
                }
            }
            tag(.p, .class("quiet small")) { Texts.deleteHint() }
        }
    }

    private static func action(
        _ path: WebPath,
        _ context: PageContext,
        @HTMLBuilder content: () -> HTML
    ) -> HTML {
        tag(.form, .method(.post), .action(path)) {
            context.formToken
            content()
        }
    }

    @HTMLBuilder
    private static func fact(_ label: String, _ value: String) -> HTML {
        if !value.isEmpty {
            tag(.dt) { label }
            tag(.dd) { value }
        }
    }

    private static func visits(_ model: PlaceViewModel, _ pages: Int) -> HTML {
        tag(.section, .class("card"), .aria("labelledby", "visits")) {
            tag(.h2, .id("visits")) { Texts.visits() }
            if let text = model.emptyText { tag(.p, .class("empty")) { text } }
            tag(.ul, .class("visit-list")) {
                for visit in model.visits {
                    tag(.li, .data("key", visit.id.description)) {
                        tag(
                            .span,
                            .class(
                                visit.isUnconfirmed
                                    ? "state warning" : visit.isOpen ? "state good" : ""
                            )
                        ) { visit.text }
                    }
                }
            }
            if model.hasMoreVisits, pages < maximumPages {
                tag(
                    .a,
                    .class("button"),
                    .href(
                        WebPath(
                            parts: ["map", "places", model.id.description],
                            pairs: [("pages", String(pages + 1))]
                        )
                    )
                ) { Texts.olderVisits() }
            }
        }
    }

    // MARK: Deletion

    /// Deletes a place and answers with a page that has what is needed to restore it.
    private static func delete(_ context: PageContext) async throws -> WebResponse {
        let id = try context.id()
        let model = MapPages.places(context)
        await model.delete(id)
        if let problem = model.problem { return try await page(context, problem: problem) }
        guard let undo = model.undo, let content = model.deletedContent else {
            return .seeOther(PageArea.map.path)
        }
        return await context.page(title: undo.text, area: .map) {
            tag(.section, .class("card message")) {
                tag(.h1) { undo.text }
                tag(.p) { Texts.deletedText() }
                tag(.div, .class("row")) {
                    action(path(id, "restore"), context) {
                        tag(
                            .input,
                            .type("hidden"),
                            .name("content"),
                            .value(String(decoding: content.utf8, as: UTF8.self))
                        )
                        tag(.button, .type("submit"), .class("primary")) { undo.buttonText }
                    }
                    tag(.a, .class("button"), .href(PageArea.map.path)) { Texts.backToMap() }
                }
            }
        }
    }

    private static func restore(_ context: PageContext) async throws -> WebResponse {
        let id = try context.id()
        guard let text = context.form["content"],
            // Text that is not JSON of a place is not from the page.
            let content = try? RawJSON(checking: Array(text.utf8))
        else { throw WebError.badRequest }
        do {
            try await MapPages.places(context).restore(content, id: id)
        } catch is FieldError {
            throw WebError.badRequest
        } catch is JSONError {
            throw WebError.badRequest
        } catch {
            throw WebError(
                status: .conflict,
                title: Texts.notRestored(),
                text: ErrorPresenter.text(for: error)
            )
        }
        return .seeOther(path(id))
    }
}
