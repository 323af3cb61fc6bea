public import Foundation

/// The outline of a 2D shape.
public struct Path: Equatable, Sendable {
    /// An element of a path.
    public enum Element: Equatable, Sendable {
        /// A path element that terminates the current subpath and begins a new one.
        case move(to: CGPoint)
        /// A line from the previous point.
        case line(to: CGPoint)
        /// A quadratic Bézier curve from the previous point.
        case quadCurve(to: CGPoint, control: CGPoint)
        /// A cubic Bézier curve from the previous point.
        case curve(to: CGPoint, control1: CGPoint, control2: CGPoint)
        /// A line from the start point of the current subpath to the previous point.
        case closeSubpath
    }

    package private(set) var elements: [Element] = []

    /// Creates an empty path.
    public init() {}

    /// Creates a path containing a rectangle.
    public init(_ rect: CGRect) {
        addRect(rect)
    }

    /// Creates a path as an ellipse within the given rectangle.
    public init(ellipseIn rect: CGRect) {
        addEllipse(in: rect)
    }

    /// Creates an empty path, then executes a closure to add its initial elements.
    public init(_ callback: (inout Path) -> Void) {
        callback(&self)
    }

    /// A Boolean value indicating whether the path contains zero elements.
    public var isEmpty: Bool { elements.isEmpty }

    /// Returns the last point in the path.
    public var currentPoint: CGPoint? {
        switch elements.last {
        case .move(let point), .line(let point), .quadCurve(let point, _),
            .curve(let point, _, _):
            point
        case .closeSubpath, nil: nil
        }
    }

    /// Calls a function with each element in the path.
    public func forEach(_ body: (Path.Element) -> Void) {
        elements.forEach(body)
    }

    /// Begins a new subpath at the specified point.
    public mutating func move(to end: CGPoint) {
        elements.append(.move(to: end))
    }

    /// Appends a straight line segment from the current point to the specified point.
    public mutating func addLine(to end: CGPoint) {
        elements.append(.line(to: end))
    }

    /// Appends a quadratic Bézier curve.
    public mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {
        elements.append(.quadCurve(to: end, control: control))
    }

    /// Appends a cubic Bézier curve.
    public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        elements.append(.curve(to: end, control1: control1, control2: control2))
    }

    /// Closes and completes the current subpath.
    public mutating func closeSubpath() {
        elements.append(.closeSubpath)
    }

    /// Adds a sequence of connected straight-line segments to the path.
    public mutating func addLines(_ lines: [CGPoint]) {
        guard let first = lines.first else { return }
        move(to: first)
        for point in lines.dropFirst() { addLine(to: point) }
    }

    /// Adds a rectangular subpath to the path.
    public mutating func addRect(_ rect: CGRect) {
        addLines([
            CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
            CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.maxY),
        ])
        closeSubpath()
    }

    /// Adds an ellipse that fits inside the specified rectangle to the path.
    public mutating func addEllipse(in rect: CGRect) {
        // The distance of the control points that approximates a quarter of a circle.
        let (dx, dy) = (rect.width / 2 * 0.552_284_749_8, rect.height / 2 * 0.552_284_749_8)
        let (x, y) = (rect.midX, rect.midY)
        move(to: CGPoint(x: rect.maxX, y: y))
        addCurve(
            to: CGPoint(x: x, y: rect.maxY),
            control1: CGPoint(x: rect.maxX, y: y + dy),
            control2: CGPoint(x: x + dx, y: rect.maxY)
        )
        addCurve(
            to: CGPoint(x: rect.minX, y: y),
            control1: CGPoint(x: x - dx, y: rect.maxY),
            control2: CGPoint(x: rect.minX, y: y + dy)
        )
        addCurve(
            to: CGPoint(x: x, y: rect.minY),
            control1: CGPoint(x: rect.minX, y: y - dy),
            control2: CGPoint(x: x - dx, y: rect.minY)
        )
        addCurve(
            to: CGPoint(x: rect.maxX, y: y),
            control1: CGPoint(x: x + dx, y: rect.minY),
            control2: CGPoint(x: rect.maxX, y: y - dy)
        )
        closeSubpath()
    }

    /// Adds another path to the path.
    public mutating func addPath(_ path: Path) {
        elements += path.elements
    }
}
