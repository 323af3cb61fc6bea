import CoreLocation
import Foundation
import MapKit
import SwiftUI

extension HTMLRenderer {
    /// A map and what is on it.
    ///
    /// All positions are relative to the middle, so that they are right before the page has told
    /// the map its size.
    static let mapDrawings: [ScreenRole: Drawing] = [
        .map: { $0.map($1) },
        .annotation: { $0.annotation($1) },
    ]

    /// How far the drawing goes beyond the edge of the map, for a drag.
    private static let overscan = 300.0

    /// A mark whose content says nothing: an image with the mark's title.
    private func annotation(_ node: ScreenNode) -> HTMLTag {
        var tag = container(node, "div", "annotation")
        tag["role"] = "img"
        return tag
    }

    private func map(_ node: ScreenNode) -> HTMLTag {
        guard let picture = node.payload as? MapPicture else { return plain(node) }
        var tag = HTMLTag("div", class: "map-view")
        for name in ["fill-x", "fill-y"] { tag.add(class: name) }
        tag["role"] = "group"
        let size = picture.projection.size
        tag["data-size"] = "\(CSS.number(size.width)) \(CSS.number(size.height))"
        tag.set("min-height", "44px")
        var layer = HTMLTag("div", class: "map-layer")
        layer.append(markup: drawing(of: node.children, picture))
        for child in node.children {
            if let mark = child.payload as? AnnotationPicture,
                let coordinate = picture.coordinate(of: mark)
            {
                layer.append(self.mark(child, mark, picture.projection.offset(of: coordinate)))
            }
        }
        tag.append(layer)
        tag.append(scale(picture.projection))
        if picture.look.modes.contains(.zoom) { tag.append(zoomButtons(node)) }
        return tag
    }

    /// The grid and the circles.
    private func drawing(of children: [ScreenNode], _ picture: MapPicture) -> String {
        let projection = picture.projection
        var markup = "<svg class=\"map-drawing\" width=\"1\" height=\"1\" aria-hidden=\"true\">"
        markup += "<path class=\"map-grid\" d=\"\(grid(projection))\"/>"
        for child in children {
            guard let circle = child.payload as? MapCircleLook else { continue }
            let center = projection.offset(of: circle.center)
            let radius = projection.points(of: circle.radius, at: circle.center.latitude)
            var style = "fill:\(circle.fill.css)"
            if let stroke = circle.stroke {
                style += ";stroke:\(stroke.css);stroke-width:\(CSS.length(circle.line.lineWidth))"
                if !circle.line.dash.isEmpty {
                    let dash = circle.line.dash.map { CSS.number($0) }.joined(separator: " ")
                    style += ";stroke-dasharray:\(dash)"
                }
            }
            markup += """
                <circle cx="\(CSS.number(center.width))" cy="\(CSS.number(center.height))" \
                r="\(CSS.number(radius))" style="\(HTMLTag.escaped(style))"/>
                """
        }
        return markup + "</svg>"
    }

    /// Lines that move with the map, at a round distance of each other.
    private func grid(_ projection: MapProjection) -> String {
        let step = Self.length(ofAtLeast: 60, projection) / projection.metersPerPoint
        let corner = projection.offset(of: CLLocationCoordinate2D(latitude: 0, longitude: 0))
        let width = projection.size.width / 2 + Self.overscan
        let height = projection.size.height / 2 + Self.overscan
        var path = ""
        func lines(_ reach: Double, _ origin: Double, _ line: (String) -> String) {
            var position = (-reach / step).rounded(.up) * step
            position += origin.remainder(dividingBy: step)
            while position < reach {
                path += line(CSS.number(position))
                position += step
            }
        }
        let (right, bottom) = (CSS.number(width), CSS.number(height))
        lines(width, corner.width) { "M\($0) -\(bottom)V\(bottom)" }
        lines(height, corner.height) { "M-\(right) \($0)H\(right)" }
        return path
    }

    private func mark(_ node: ScreenNode, _ mark: AnnotationPicture, _ offset: CGSize) -> HTMLTag {
        var box = HTMLTag("div", class: "map-mark")
        box["id"] = id(of: node) + "-mark"
        box.set("left", "calc(50% + \(CSS.length(offset.width)))")
        box.set("top", "calc(50% + \(CSS.length(offset.height)))")
        let anchor = mark.look.anchor
        box.set("translate", "\(CSS.number(-anchor.x * 100))% \(CSS.number(-anchor.y * 100))%")
        box.append(tag(of: node))
        // The location of the user has no title on the map.
        if mark.look.coordinate != nil {
            var title = HTMLTag("span", class: "map-title")
            title["aria-hidden"] = "true"
            title.append(text: mark.title)
            box.append(title)
        }
        return box
    }

    private func scale(_ projection: MapProjection) -> HTMLTag {
        let meters = Self.length(ofAtLeast: 50, projection)
        var tag = HTMLTag("div", class: "map-scale")
        tag["aria-hidden"] = "true"
        tag.set("width", CSS.length(meters / projection.metersPerPoint))
        tag.append(
            text: meters >= 1000 ? "\(CSS.number(meters / 1000)) km" : "\(CSS.number(meters)) m"
        )
        return tag
    }

    private func zoomButtons(_ node: ScreenNode) -> HTMLTag {
        var group = HTMLTag("div", class: "map-zoom")
        let buttons = [("zoomIn", "+", SystemWord.zoomIn), ("zoomOut", "−", .zoomOut)]
        for (name, sign, label) in buttons {
            var button = HTMLTag("button", class: "step")
            button["type"] = "button"
            button["id"] = "\(id(of: node))-\(name)"
            button["data-step"] = name
            button["data-for"] = id(of: node)
            button["aria-label"] = label.text(in: locale)
            button.append(text: sign)
            group.append(button)
        }
        return group
    }

    /// The shortest of 1, 2, 5, 10, 20… metres with at least that many points.
    private static func length(ofAtLeast points: Double, _ projection: MapProjection) -> Double {
        let least = max(1, points * projection.metersPerPoint)
        let power = pow(10, log10(least).rounded(.down))
        // 99.9 m are as good as 100 m.
        return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least * 0.99 } ?? least
    }
}
