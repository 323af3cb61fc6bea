/// The elements that pages use, of HTML and SVG.
package enum HTMLTag: String, Sendable {
    case a, abbr, article, aside, b, body, br, button, caption, code, col, colgroup, dd, details
    case dialog, div
    case dl, dt, em, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, head, header, hr
    case html
    case img, input, label, legend, li, link, main, meta, meter, nav, ol, optgroup, option, output,
        p
    case progress, script, section, select, small, span, strong, summary, table, tbody, td, template
    case textarea, tfoot, th, thead, time, title, tr, ul
    case circle, defs, desc, g, image, line, path, pattern, polygon, polyline, rect, svg, text, use

    /// Whether the element has no content and no end tag.
    var isVoid: Bool {
        switch self {
        case .br, .col, .hr, .img, .input, .link, .meta: true
        default: false
        }
    }
}
