import Testing
import TrendyCharts

@Suite("Geometry of charts")
struct ChartGeometryTests {
    @Test("A scale maps zero to the bottom and the largest value to the top")
    func scale() {
        let scale = ChartScale([nil, 20, 80, .infinity])

        #expect(scale.top == 80)
        #expect([0, 20, 80, 100, -5, .nan].map(scale.height) == [0, 0.25, 1, 1, 0, 0])
        #expect(ChartScale([nil, 0]).height(of: 0) == 0)
    }

    @Test("A line and a band leave out positions without data")
    func gaps() {
        let line = ChartLine(heights: [0, nil, 1])
        let band = ChartBand(heights: [0...1, nil, 0.5...0.5])

        #expect(line.runs == [[ChartPoint(x: 0, y: 1)], [ChartPoint(x: 1, y: 0)]])
        #expect(
            band.outlines == [
                [ChartPoint(x: 0, y: 0), ChartPoint(x: 0, y: 1)],
                [ChartPoint(x: 1, y: 0.5), ChartPoint(x: 1, y: 0.5)],
            ]
        )
    }

    @Test("A bar without data is left out, and a zero can be seen")
    func bars() {
        let bars = ChartBars([4, nil, 0, 2], scale: ChartScale([4]), gap: 0).bars

        #expect(bars.map(\.id) == [0, 2, 3])
        #expect(bars.map(\.x) == [0, 0.5, 0.75])
        #expect(bars.map(\.height) == [1, 0.015, 0.5])
    }

    @Test("An instant on a ribbon is wide enough to see and stays inside")
    func ribbon() {
        #expect(RibbonSpan(start: 0.5, end: 0.5).width == RibbonSpan.minimum)
        #expect(RibbonSpan(start: 1, end: 1).x == 1 - RibbonSpan.minimum)
        #expect(RibbonSpan(start: 0.25, end: 0.5) == RibbonSpan(start: 0.25, end: 0.5))
    }

    @Test("Points lie between the lowest and the highest value of each side")
    func scatter() {
        let points = ChartScatter(x: [10, 30, 20], y: [-1, 1, 0]).points

        #expect(
            points == [
                ChartPoint(x: 0, y: 1), ChartPoint(x: 1, y: 0), ChartPoint(x: 0.5, y: 0.5),
            ]
        )
        #expect(ChartScatter(x: [5, 5], y: [1, .nan]).points.map(\.x) == [0.5, 0.5])
        #expect(ChartScatter(x: [], y: []).points.isEmpty)
    }
}
