import Foundation
import SwiftUI

/// Turns the steps of drawing around an element into boxes of CSS.
///
/// One box draws padding, then frame, then background, then effects. A step that comes after a later
/// one needs a box around, as a padding outside of a background does.
struct BoxStyle {
    private enum Stage: Int { case inside, padding, frame, background, effect }

    private(set) var tag: HTMLTag
    private var stage = Stage.inside
    /// Whether the element is laid out as a row or a column of its own.
    private let isContainer: Bool

    init(_ tag: HTMLTag, isContainer: Bool) {
        self.tag = tag
        self.isContainer = isContainer
    }

    mutating func apply(_ tokens: [StyleToken]) {
        for token in tokens { apply(token) }
    }

    /// Makes the box ready for a step.
    private mutating func enter(_ next: Stage) {
        // Two paddings add up, and so do two frames; two effects keep to themselves.
        if next.rawValue < stage.rawValue || (next == stage && next != .inside) {
            var box = HTMLTag("div", class: "box")
            for name in ["fill-x", "fill-y", "priority"] where tag.classes.contains(name) {
                box.add(class: name)
            }
            box.append(tag)
            tag = box
        }
        stage = next
    }

    private mutating func apply(_ token: StyleToken) {
        switch token {
        case .padding(let edges, let length): pad(edges, length ?? 16)
        case .margins(let edges, let length): pad(edges, length ?? 16)
        case .insets(let insets):
            enter(.padding)
            let sides = [insets.top, insets.trailing, insets.bottom, insets.leading]
            tag.set("padding", sides.map(CSS.length).joined(separator: " "))
        case .frame(let size, let alignment): frame(size, alignment)
        case .background(let paint, let shape):
            enter(.background)
            tag.set("background", paint.cssBackground)
            if case .material = paint { tag.add(class: "material") }
            if let shape { round(shape) }
        case .border(let paint, let width):
            enter(.effect)
            tag.set("box-shadow", "inset 0 0 0 \(CSS.length(width)) \(paint.css)")
        case .clip(let shape):
            enter(.effect)
            tag.set("overflow", "hidden")
            round(shape)
        case .shadow(let color, let radius, let x, let y):
            enter(.effect)
            let lengths = [x, y, radius * 2].map(CSS.length).joined(separator: " ")
            tag.set("filter", "drop-shadow(\(lengths) \(color.css))")
        case .blur(let radius):
            enter(.effect)
            tag.set("filter", "blur(\(CSS.length(radius)))")
        case .opacity(let opacity):
            enter(.effect)
            tag.set("opacity", CSS.number(opacity))
        default: applyPlain(token)
        }
    }

    /// Applies a step that needs no box of its own.
    private mutating func applyPlain(_ token: StyleToken) {
        switch token {
        case .offset(let size):
            tag.set("translate", "\(CSS.length(size.width)) \(CSS.length(size.height))")
        case .rotation(let degrees, let anchor):
            tag.set("rotate", "\(CSS.number(degrees))deg")
            tag.set("transform-origin", Self.origin(anchor))
        case .scale(let size, let anchor):
            tag.set("scale", "\(CSS.number(size.width)) \(CSS.number(size.height))")
            tag.set("transform-origin", Self.origin(anchor))
        case .aspectRatio(let ratio, _):
            if let ratio { tag.set("aspect-ratio", CSS.number(ratio)) }
        case .fixedSize(let horizontal, let vertical):
            if horizontal { tag.set("white-space", "nowrap") }
            if horizontal || vertical { tag.set("flex-shrink", "0") }
        case .layoutPriority(let priority) where priority > 0: tag.add(class: "priority")
        case .zIndex(let index): tag.set("z-index", CSS.number(index))
        case .hidden: tag.set("visibility", "hidden")
        case .redacted: tag.add(class: "redacted")
        case .ignoresHits: tag.set("pointer-events", "none")
        case .textSize(let size): tag.set("--text-scale", CSS.number(HTMLRenderer.textScale(size)))
        case .tint(let paint): tag.set("--tint", paint.css)
        case .containerRelative(let axes):
            if axes.contains(.horizontal) { tag.add(class: "fill-x") }
            if axes.contains(.vertical) { tag.add(class: "fill-y") }
        case .gridCellColumns(let count): tag.set("grid-column", "span \(count)")
        case .controlSize(let size): tag["data-control-size"] = "\(size)"
        case .buttonStyle(let name): tag["data-button"] = name
        case .buttonShape(let name): tag["data-shape"] = name
        case .named(let kind, let name): tag["data-\(CSS.identifier(kind))"] = name
        case .spacer(let length):
            if let length { tag.set("min-width", CSS.length(length)) }
        default: break
        }
    }

    private mutating func pad(_ edges: Edge.Set, _ length: CGFloat) {
        enter(.padding)
        let sides: [(Edge.Set, String)] = [
            (.top, "padding-top"), (.trailing, "padding-inline-end"),
            (.bottom, "padding-bottom"), (.leading, "padding-inline-start"),
        ]
        for (edge, property) in sides where edges.contains(edge) {
            tag.set(property, CSS.length(length))
        }
    }

    private mutating func frame(_ size: FrameSize, _ alignment: Alignment) {
        enter(.frame)
        let lengths: [(CGFloat?, String)] = [
            (size.width, "width"), (size.height, "height"), (size.minWidth, "min-width"),
            (size.minHeight, "min-height"), (size.maxWidth, "max-width"),
            (size.maxHeight, "max-height"),
        ]
        for case (let length?, let property) in lengths where length.isFinite {
            tag.set(property, CSS.length(length))
        }
        if size.width != nil || size.height != nil { tag.set("flex-shrink", "0") }
        // A shape fills its parent element unless a frame sets both of its sizes.
        if size.width != nil, size.height != nil { tag.add(class: "sized") }
        if size.width != nil { tag.remove(class: "fill-x") }
        if size.height != nil { tag.remove(class: "fill-y") }
        if size.maxWidth != nil { tag.add(class: "fill-x") }
        if size.maxHeight != nil { tag.add(class: "fill-y") }
        guard !isContainer || tag.classes.contains("box") else {
            return alignContainer(alignment, in: size)
        }
        if tag.classes.contains("depth"), !tag.classes.contains("box") {
            return alignLayers(alignment)
        }
        tag.add(class: "framed")
        tag.set("align-items", CSS.alignItems(alignment.vertical))
        tag.set("justify-content", CSS.alignItems(alignment.horizontal))
    }

    /// Aligns the content of a stack in its own box, along the axes of which the frame sets a size.
    private mutating func alignContainer(_ alignment: Alignment, in size: FrameSize) {
        let isWide = size.width ?? size.minWidth ?? size.maxWidth != nil
        if tag.classes.contains("column") {
            tag.set("justify-content", CSS.alignItems(alignment.vertical))
            if !isWide || !tag.classes.contains("fill-x") { return }
            tag.set("align-items", CSS.alignItems(alignment.horizontal))
        } else if tag.classes.contains("row"), isWide {
            tag.set("justify-content", CSS.alignItems(alignment.horizontal))
        }
    }

    /// Aligns layers that are as large as the first one; those of a stack fill the frame.
    private mutating func alignLayers(_ alignment: Alignment) {
        guard tag.classes.contains("front") || tag.classes.contains("behind") else { return }
        if !tag.classes.contains("fill-x") {
            tag.set("justify-content", CSS.alignItems(alignment.horizontal))
        }
        if !tag.classes.contains("fill-y") {
            tag.set("align-content", CSS.alignItems(alignment.vertical))
        }
    }

    private mutating func round(_ shape: ShapeGeometry) {
        tag.set("border-radius", Self.radius(shape))
        if shape == .circle { tag.set("aspect-ratio", "1") }
    }

    static func radius(_ shape: ShapeGeometry) -> String {
        switch shape {
        case .rectangle, .path: "0"
        case .rounded(let size, _): CSS.length(max(size.width, size.height))
        case .uneven(let radii, _):
            [radii.topLeading, radii.topTrailing, radii.bottomTrailing, radii.bottomLeading]
                .map(CSS.length).joined(separator: " ")
        case .capsule: "999px"
        case .circle, .ellipse: "50%"
        case .containerRelative: "inherit"
        case .inset(let shape, _), .trimmed(let shape, _, _), .rotated(let shape, _):
            radius(shape)
        }
    }

    private static func origin(_ point: UnitPoint) -> String {
        "\(CSS.number(point.x * 100))% \(CSS.number(point.y * 100))%"
    }
}
