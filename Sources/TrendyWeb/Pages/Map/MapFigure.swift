import TrendyCharts
import TrendyLocalization

/// A map with its controls: links that zoom and move it, and data with which a script does.
struct MapFigure {
    var drawing: MapDrawing
    /// The page of the map.
    let path: [String]
    /// The fields of a link that do not say which part of the earth is shown.
    let fields: [(String, String)]
    /// What the map shows, in words.
    let caption: String
    /// The images behind the map.
    let images: MapImages
    /// Whether the map has marks that need a legend.
    var hasLegend = false
    /// Whether a click on the map chooses the centre of a place.
    var isPicker = false

    private var viewport: MapViewport { drawing.viewport }

    var html: HTML {
        tag(
            .figure,
            .class(isPicker ? "map picker" : "map"),
            .id("map"),
            .data("map", isPicker ? "pick" : "show"),
            .data("lat", HTMLAttribute.degrees(viewport.latitude)),
            .data("lon", HTMLAttribute.degrees(viewport.longitude)),
            .data("zoom", HTMLAttribute.text(of: viewport.zoom))
        ) {
            tag(.div, .class("map-frame")) {
                drawing.svg
                tag(.div, .class("map-zoom")) {
                    control(viewport.zoomed(by: 1), "+", Strings.WebMap.zoomIn())
                    control(viewport.zoomed(by: -1), "−", Strings.WebMap.zoomOut())
                }
            }
            images.attribution
            if hasLegend { legend }
            tag(.div, .class("map-controls")) {
                tag(.nav, .class("map-pan"), .aria("label", Strings.WebMap.move())) {
                    control(viewport.moved(right: -0.4), "←", Strings.WebMap.west())
                    control(viewport.moved(down: -0.4), "↑", Strings.WebMap.north())
                    control(viewport.moved(down: 0.4), "↓", Strings.WebMap.south())
                    control(viewport.moved(right: 0.4), "→", Strings.WebMap.east())
                    tag(.a, .class("button"), .href(WebPath(parts: path, pairs: fields))) {
                        Strings.WebMap.showAll()
                    }
                }
                tag(.figcaption, .class("quiet small")) { caption }
                if !isPicker { images.form }
            }
        }
    }

    private var legend: HTML {
        let texts = [
            ("route", Strings.WebMap.legendRoute()), ("spot", Strings.WebMap.legendStay()),
            ("place", Strings.WebMap.legendPlace()),
        ]
        return tag(.ul, .class("map-legend small")) {
            for (name, text) in texts { tag(.li, .class("legend-\(name)")) { text } }
        }
    }

    private func control(_ viewport: MapViewport, _ sign: String, _ name: String) -> HTML {
        tag(
            .a,
            .class("button"),
            .href(WebPath(parts: path, pairs: fields + viewport.fields)),
            .aria("label", name),
            .title(name)
        ) { sign }
    }
}
