import Foundation
import SwiftUI

extension HTMLTag {
    /// Sets the look of text.
    mutating func apply(_ style: TextStyle, _ layout: TextLayout? = nil) {
        if let font = style.font { apply(font) }
        if let weight = style.weight { set("font-weight", String(weight.cssValue)) }
        if let design = style.design { set("font-family", Self.family(design)) }
        if let paint = style.paint {
            if case .gradient = paint {
                set("background", paint.cssBackground)
                add(class: "gradient-text")
            } else {
                set("color", paint.css)
            }
        }
        if style.isItalic == true { set("font-style", "italic") }
        if style.isMonospacedDigit == true { set("font-variant-numeric", "tabular-nums") }
        if let textCase = style.textCase {
            set("text-transform", textCase == .uppercase ? "uppercase" : "lowercase")
        }
        let lines = [
            style.underline?.isActive == true ? "underline" : nil,
            style.strikethrough?.isActive == true ? "line-through" : nil,
        ].compactMap(\.self)
        if !lines.isEmpty { set("text-decoration", lines.joined(separator: " ")) }
        if let kerning = style.kerning ?? style.tracking {
            set("letter-spacing", CSS.length(kerning))
        }
        if let layout { apply(layout) }
    }

    private mutating func apply(_ layout: TextLayout) {
        if let limit = layout.lineLimit {
            add(class: "limited")
            set("-webkit-line-clamp", String(limit))
        }
        switch layout.alignment {
        case .leading: break
        case .center: set("text-align", "center")
        case .trailing: set("text-align", "end")
        }
        if layout.isSelectable { set("user-select", "text") }
    }

    private mutating func apply(_ font: Font) {
        switch font.base {
        case .style(let style): add(class: "font-\(style)")
        case .size(let size), .custom(_, let size, _):
            set("font-size", "calc(\(CSS.length(size)) * var(--text-scale))")
        }
        if let weight = font.weight { set("font-weight", String(weight.cssValue)) }
        if let design = font.design { set("font-family", Self.family(design)) }
        if font.isItalic { set("font-style", "italic") }
        if font.isMonospacedDigit { set("font-variant-numeric", "tabular-nums") }
        if font.isSmallCaps { set("font-variant-caps", "small-caps") }
    }

    private static func family(_ design: Font.Design) -> String {
        switch design {
        case .serif: "var(--serif)"
        case .rounded: "var(--rounded)"
        case .monospaced: "var(--monospaced)"
        case .default: "var(--sans)"
        }
    }
}
