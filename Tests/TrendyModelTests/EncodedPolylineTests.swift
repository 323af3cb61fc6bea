import Testing
import TrendyModel

@Suite("Encoded polylines")
struct EncodedPolylineTests {
    private func points(_ degrees: [(Double, Double)]) -> [PolylinePoint] {
        degrees.map { latitude, longitude in
            PolylinePoint(
                latitude: Int((latitude * 100_000).rounded()),
                longitude: Int((longitude * 100_000).rounded())
            )
        }
    }

    @Test("The published example of the format is encoded and decoded")
    func example() {
        let line = points([(38.5, -120.2), (40.7, -120.95), (43.252, -126.453)])

        #expect(EncodedPolyline.encode(line) == "_p~iF~ps|U_ulLnnqC_mqNvxq`@")
        #expect(EncodedPolyline.decode("_p~iF~ps|U_ulLnnqC_mqNvxq`@") == line)
        // The single value of the format's description, as a latitude and as a longitude.
        #expect(EncodedPolyline.encode(points([(0, -179.98321)])) == "?`~oia@")
    }

    @Test("Any line is the same after a round trip", arguments: 0..<20)
    func roundTrip(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let line = (0..<200).map { _ in
            PolylinePoint(
                latitude: Int.random(in: -9_000_000...9_000_000, using: &random),
                longitude: Int.random(in: -18_000_000...18_000_000, using: &random)
            )
        }

        #expect(EncodedPolyline.decode(EncodedPolyline.encode(line)) == line)
    }

    @Test("A line over the date line has positions on the earth")
    func dateLine() {
        let unwrapped = points([(-17, 179.9), (-17, 180.1)])

        let decoded = EncodedPolyline.decode(EncodedPolyline.encode(unwrapped))

        #expect(decoded == points([(-17, 179.9), (-17, -179.9)]))
        #expect(PolylinePoint.wrapped(36_000_000 + 5) == 5)
        #expect(PolylinePoint.wrapped(-18_000_001) == 17_999_999)
        #expect(PolylinePoint.wrapped(18_000_000) == 18_000_000)
    }

    @Test(
        "Text in another format is no line",
        arguments: [
            " ", "_p~iF", "_p~iF~ps|", "_p~iF~ps|U_ulLnnqC_mqNvxq`", "abc\u{7F}", "é",
            "~~~~~~~~~~~~~~~~", "_", "?_", "_p~iF ~ps|U",
            // A latitude of 100 degrees.
            EncodedPolyline.encode([PolylinePoint(latitude: 10_000_000, longitude: 0)]),
        ]
    )
    func damaged(text: String) {
        #expect(EncodedPolyline.decode(text) == nil)
        #expect(RouteLines.decode("?? \(text)x \u{1}").isEmpty)
    }

    @Test("No points are no text; several lines are separated by spaces")
    func several() {
        #expect(EncodedPolyline.encode([]).isEmpty)
        #expect(EncodedPolyline.decode("") == [])
        #expect(RouteLines.decode("") == [])
        #expect(RouteLines.decode("?? _ibE_ibE") == [points([(0, 0)]), points([(1, 1)])])
        #expect(RouteLines.decode(String(repeating: "?", count: 20_000)).isEmpty)
    }

    @Test("Only health data has lines of routes")
    func ofEvents() {
        let type = EntityID(high: 1, low: 2)
        var event = Event(
            eventTypeID: type,
            timestamp: Instant(seconds: 0),
            sourceType: .healthKit
        )
        #expect(RouteLines.lines(of: event).isEmpty)
        event.properties["route_line"] = .text("??")
        #expect(RouteLines.lines(of: event) == [points([(0, 0)])])
        event.sourceType = .manual
        #expect(RouteLines.lines(of: event).isEmpty)
    }
}
