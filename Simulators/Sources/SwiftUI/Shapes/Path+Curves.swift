public import Foundation

extension Path {
    /// Creates a path as a rounded rectangle.
    public init(
        roundedRect rect: CGRect,
        cornerSize: CGSize,
        style: RoundedCornerStyle = .continuous
    ) {
        self.init()
        addRoundedRect(in: rect, cornerSize: cornerSize, style: style)
    }

    /// Creates a path as a rounded rectangle.
    public init(
        roundedRect rect: CGRect,
        cornerRadius: CGFloat,
        style: RoundedCornerStyle = .continuous
    ) {
        self.init(
            roundedRect: rect,
            cornerSize: CGSize(width: cornerRadius, height: cornerRadius),
            style: style
        )
    }

    /// Adds a rounded rectangle to the path.
    public mutating func addRoundedRect(
        in rect: CGRect,
        cornerSize: CGSize,
        style: RoundedCornerStyle = .continuous
    ) {
        let width = min(cornerSize.width, rect.width / 2)
        let height = min(cornerSize.height, rect.height / 2)
        // From each corner's end of the edge before it, clockwise from the top right.
        let corners = [
            (CGPoint(x: rect.maxX, y: rect.minY), CGSize(width: -width, height: 0)),
            (CGPoint(x: rect.maxX, y: rect.maxY), CGSize(width: 0, height: -height)),
            (CGPoint(x: rect.minX, y: rect.maxY), CGSize(width: width, height: 0)),
            (CGPoint(x: rect.minX, y: rect.minY), CGSize(width: 0, height: height)),
        ]
        let leaving = [
            CGSize(width: 0, height: height), CGSize(width: -width, height: 0),
            CGSize(width: 0, height: -height), CGSize(width: width, height: 0),
        ]
        move(to: CGPoint(x: rect.minX + width, y: rect.minY))
        for ((corner, entering), leaving) in zip(corners, leaving) {
            addLine(to: corner.moved(entering))
            addCurve(
                to: corner.moved(leaving),
                control1: corner.moved(entering, 1 - Self.quarter),
                control2: corner.moved(leaving, 1 - Self.quarter)
            )
        }
        closeSubpath()
    }

    /// Adds an arc of a circle to the path.
    ///
    /// As on a phone, "clockwise" is meant with the y axis up, while the y axis points down.
    public mutating func addArc(
        center: CGPoint,
        radius: CGFloat,
        startAngle: Angle,
        endAngle: Angle,
        clockwise: Bool
    ) {
        var sweep = endAngle.radians - startAngle.radians
        let turn = 2 * Double.pi
        if clockwise, sweep > 0 { sweep = sweep.truncatingRemainder(dividingBy: turn) - turn }
        if !clockwise, sweep < 0 { sweep = sweep.truncatingRemainder(dividingBy: turn) + turn }
        let count = max(1, Int((abs(sweep) / (turn / 4)).rounded(.up)))
        let step = sweep / Double(count)
        let control = radius * CGFloat(4.0 / 3.0 * tan(step / 4))
        func point(_ angle: Double, tangent: CGFloat = 0) -> CGPoint {
            CGPoint(
                x: center.x + radius * CGFloat(cos(angle)) - tangent * CGFloat(sin(angle)),
                y: center.y + radius * CGFloat(sin(angle)) + tangent * CGFloat(cos(angle))
            )
        }
        let start = point(startAngle.radians)
        if isEmpty || currentPoint == nil { move(to: start) } else { addLine(to: start) }
        for index in 0..<count {
            let angle = startAngle.radians + Double(index) * step
            addCurve(
                to: point(angle + step),
                control1: point(angle, tangent: control),
                control2: point(angle + step, tangent: -control)
            )
        }
    }

    /// The distance of the control points that approximates a quarter of a circle.
    static let quarter: CGFloat = 0.552_284_749_8
}

extension CGPoint {
    fileprivate func moved(_ offset: CGSize, _ factor: CGFloat = 1) -> CGPoint {
        CGPoint(x: x + offset.width * factor, y: y + offset.height * factor)
    }
}
