import HTTPTypes
import TrendyAppSupport
import TrendyCharts
import TrendyLocalization
import TrendyModel

/// The form of a new or of an existing place.
@MainActor
enum PlaceFormPages {
    nonisolated static let routes: [WebRoute] = [
        .get("/map/places/new") { context in
            let places = MapPages.places(context)
            let center = MapQuery.view(context.query).flatMap {
                Coordinate(latitude: $0.latitude, longitude: $0.longitude)
            }
            let editor = places.editor(at: center)
            return try await page(editor, nil, places, context)
        },
        .post("/map/places/new") { context in
            let places = MapPages.places(context)
            return try await save(places.editor(), nil, places, context)
        },
        .get("/map/places/{id}/edit") { context in
            let places = MapPages.places(context)
            let id = try context.id()
            return try await page(places.editor(id), id, places, context)
        },
        .post("/map/places/{id}/edit") { context in
            let places = MapPages.places(context)
            let id = try context.id()
            return try await save(places.editor(id), id, places, context)
        },
    ]

    private static func page(
        _ editor: PlaceEditorViewModel,
        _ id: EntityID?,
        _ places: PlacesViewModel,
        _ context: PageContext
    ) async throws -> WebResponse {
        await editor.load()
        try check(editor, id)
        await places.refresh()
        return await response(PlaceFields(editor), id, places, context)
    }

    private static func save(
        _ editor: PlaceEditorViewModel,
        _ id: EntityID?,
        _ places: PlacesViewModel,
        _ context: PageContext
    ) async throws -> WebResponse {
        await editor.load()
        try check(editor, id)
        var fields = PlaceFields(editor)
        fields.apply(FormValues(context.form))
        guard fields.changes.isEmpty else {
            await places.refresh()
            return await response(fields, id, places, context, status: .conflict)
        }
        let isPreview = context.form["preview"] != nil
        if !isPreview, await editor.save() {
            if let id { return .seeOther(PlacePages.path(id)) }
            let view = editor.center.map {
                [
                    ("lat", HTMLAttribute.degrees($0.latitude)),
                    ("lon", HTMLAttribute.degrees($0.longitude)), ("zoom", "15"),
                ]
            }
            return .seeOther(WebPath(parts: ["map"], pairs: view ?? []))
        }
        await places.refresh()
        return await response(
            fields,
            id,
            places,
            context,
            status: isPreview ? .ok : .unprocessableContent
        )
    }

    /// Throws for a place that does not exist.
    private static func check(_ editor: PlaceEditorViewModel, _ id: EntityID?) throws {
        guard id != nil, let problem = editor.problem else { return }
        throw WebError(status: .notFound, title: Strings.WebMap.gone(), text: problem)
    }

    private static func response(
        _ fields: PlaceFields,
        _ id: EntityID?,
        _ places: PlacesViewModel,
        _ context: PageContext,
        status: HTTPResponse.Status = .ok
    ) async -> WebResponse {
        let editor = fields.editor
        let form = PlaceForm(fields: fields, id: id, context: context)
        return await context.page(
            title: editor.title,
            area: .map,
            scripts: ["map.js"],
            status: status,
            hasMap: true
        ) {
            tag(.h1) { editor.title }
            if let problem = editor.problem {
                tag(.p, .class("banner bad"), .role("alert")) { problem }
            }
            tag(.div, .class("map-columns")) {
                figure(editor, id, places, context)
                form.html
            }
        }
    }

    private static func figure(
        _ editor: PlaceEditorViewModel,
        _ id: EntityID?,
        _ places: PlacesViewModel,
        _ context: PageContext
    ) -> HTML {
        let edited = editor.center.map {
            MapCircle(
                latitude: $0.latitude,
                longitude: $0.longitude,
                radiusMeters: editor.radiusMeters.isFinite
                    ? max(0, min(editor.radiusMeters, 100_000)) : 0
            )
        }
        let others = MapContent.circles(of: places).filter { $0.id != id }
        let viewport =
            MapQuery.view(context.query).map { MapViewport($0) }
            ?? MapViewport.showing(edited.map { [$0] } ?? others.map(\.circle))
        var drawing = MapDrawing(viewport: viewport)
        drawing.images = MapImages.shown(in: context)
        drawing.places = others
        drawing.edited = edited
        let path =
            id.map { ["map", "places", $0.description, "edit"] } ?? ["map", "places", "new"]
        return MapFigure(
            drawing: drawing,
            path: path,
            fields: [],
            caption: Strings.WebMap.pickCaption(),
            images: MapImages(context),
            isPicker: true
        ).html
    }
}
