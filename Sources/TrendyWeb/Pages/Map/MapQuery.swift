import TrendyCharts
import TrendyLocalization
import TrendyModel

/// What a request for the map asks for: the days, and the part of the earth.
struct MapQuery {
    /// The days whose stays are shown.
    let days: ClosedRange<CalendarDay>
    /// Whether the request named the days.
    let namesDays: Bool
    /// What is wrong with the days; `nil` when they are valid.
    let problem: String?
    /// The part of the earth; `nil` shows everything.
    let view: View?

    /// A part of the earth.
    struct View {
        var latitude: Double
        var longitude: Double
        var zoom: Double
    }

    /// The maximum number of days.
    static let maximumDays = 366
    /// The number of days without a request for others.
    private static let usualDays = 7

    init(_ fields: WebFields, today: CalendarDay) {
        let texts = ["from", "to", "day"].map { fields.text($0) }
        let dates = texts.map { $0.flatMap { CalendarDay($0) } }
        let isInvalid = zip(texts, dates).contains { $0 != nil && $1 == nil }
        let usual = today.advanced(by: 1 - Self.usualDays)...today
        namesDays = texts.contains { $0 != nil }
        if isInvalid {
            (days, problem) = (usual, Strings.WebMap.noDate())
        } else if let day = dates[2] {
            (days, problem) = (day...day, nil)
        } else {
            let last = dates[1] ?? max(today, dates[0] ?? today)
            let first = dates[0] ?? last.advanced(by: 1 - Self.usualDays)
            if first > last {
                (days, problem) = (usual, Strings.WebMap.reversedDates())
            } else if first.distance(to: last) >= Self.maximumDays {
                days = last.advanced(by: 1 - Self.maximumDays)...last
                problem = Strings.WebMap.tooManyDays(["count": String(Self.maximumDays)])
            } else {
                (days, problem) = (first...last, nil)
            }
        }
        view = Self.view(fields)
    }

    static func view(_ fields: WebFields) -> View? {
        guard let latitude = fields.text("lat").flatMap({ Double($0) }),
            let longitude = fields.text("lon").flatMap({ Double($0) }),
            latitude.isFinite, longitude.isFinite
        else { return nil }
        let zoom = fields.text("zoom").flatMap({ Double($0) }) ?? 15
        return View(latitude: latitude, longitude: longitude, zoom: zoom)
    }

    /// Whether one day is shown.
    var isOneDay: Bool { days.lowerBound == days.upperBound }

    /// The fields of the days for a link.
    var fields: [(String, String)] {
        guard namesDays, problem == nil else { return [] }
        if isOneDay { return [("day", days.lowerBound.description)] }
        return [("from", days.lowerBound.description), ("to", days.upperBound.description)]
    }
}

extension MapViewport {
    /// The size of all maps, in units of the drawing.
    static let size = (width: 720.0, height: 480.0)

    /// The viewport of a view.
    init(_ view: MapQuery.View) {
        self.init(
            latitude: view.latitude,
            longitude: view.longitude,
            zoom: view.zoom,
            width: Self.size.width,
            height: Self.size.height
        )
    }

    /// The viewport that shows all circles; the whole world without one.
    static func showing(_ circles: [MapCircle], maximumZoom: Double = 16) -> MapViewport {
        MapViewport(
            showing: circles,
            width: size.width,
            height: size.height,
            maximumZoom: maximumZoom
        ) ?? MapViewport(MapQuery.View(latitude: 20, longitude: 0, zoom: 1.4))
    }

    /// The fields of the viewport for a link.
    var fields: [(String, String)] {
        [
            ("lat", HTMLAttribute.degrees(latitude)), ("lon", HTMLAttribute.degrees(longitude)),
            ("zoom", HTMLAttribute.text(of: zoom)),
        ]
    }
}

extension HTMLAttribute {
    /// Degrees with six fraction digits: a tenth of a metre.
    static func degrees(_ value: Double) -> String {
        guard value.isFinite, abs(value) <= 360 else { return "0" }
        let millionths = Int64((value * 1_000_000).rounded())
        let digits = String(millionths.magnitude)
        let padded = String(repeating: "0", count: max(0, 7 - digits.count)) + digits
        var fraction = padded.suffix(6)
        while fraction.last == "0" { fraction.removeLast() }
        let sign = millionths < 0 ? "-" : ""
        return "\(sign)\(padded.dropLast(6))" + (fraction.isEmpty ? "" : ".\(fraction)")
    }
}
