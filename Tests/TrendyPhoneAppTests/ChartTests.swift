import Foundation
import SimulatedSwiftUI
import SwiftUI
import Testing

@testable import TrendyPhoneApp

@Suite("Charts")
@MainActor
struct ChartTests {
    @Test("Each bar says its hour and value, and a missing one is not zero")
    func bars() throws {
        let host = ViewHost(
            BarChart(
                [
                    ChartBar(id: 0, label: "08:00", value: 1200),
                    ChartBar(id: 1, label: "09:00", value: 0),
                    ChartBar(id: 2, label: "10:00", value: nil),
                ],
                color: .green
            )
        ) { $0.locale = Locale(identifier: "en_GB") }

        #expect(try host.element(named: "08:00").value == "1,200")
        #expect(try host.element(named: "09:00").value == "0")
        #expect(try host.element(named: "10:00").value == "No data")
    }

    @Test("Each point says its value and the usual range")
    func points() throws {
        let host = ViewHost(
            BandChart(
                [
                    BandPoint(id: 0, label: "08:00", usual: 10...20, value: 15),
                    BandPoint(id: 1, label: "09:00", usual: nil, value: 30),
                    BandPoint(id: 2, label: "10:00", usual: 20...40, value: nil),
                    BandPoint(id: 3, label: "11:00", usual: nil, value: nil),
                ],
                color: .green
            )
        )

        #expect(try host.element(named: "08:00").value == "15, usually 10 to 20")
        #expect(try host.element(named: "09:00").value == "30")
        #expect(try host.element(named: "10:00").value == "No data, usually 20 to 40")
        #expect(try host.element(named: "11:00").value == "No data")
    }

    @Test("A line has a gap where there is no data, and a single point is a dot")
    func line() {
        let path = LineShape(heights: [0, 1, nil, 0.5])
            .path(in: CGRect(x: 0, y: 0, width: 30, height: 10))

        #expect(
            path.steps == [
                "move 0 10", "line 10 0", "move 30 5", "line 30 5",
            ]
        )
    }

    @Test("A band goes along its upper edge and back along its lower one")
    func band() {
        let path = BandShape(heights: [0...1, 0...0.5, nil])
            .path(in: CGRect(x: 0, y: 0, width: 20, height: 10))

        #expect(
            path.steps == [
                "move 0 0", "line 10 5", "line 10 10", "line 0 10", "close",
            ]
        )
    }

    @Test("An instant on a ribbon is wide enough to see and stays inside")
    func ribbon() {
        let rect = CGRect(x: 0, y: 0, width: 1000, height: 10)

        let middle = RibbonShape(start: 0.5, end: 0.5).path(in: rect).columns
        let end = RibbonShape(start: 1, end: 1).path(in: rect).columns

        #expect(middle == [500, 506])
        #expect(end == [994, 1000])
    }

    @Test("Each part of a ribbon says what it shows")
    func ribbonParts() {
        let host = ViewHost(
            Ribbon([
                RibbonSegment(id: 1, start: 0, end: 0.3, color: .indigo, text: "Sleep, 00:00–07:12")
            ])
        )

        #expect(host.screen.contains("Sleep, 00:00–07:12"))
    }
}

extension Path {
    /// The horizontal positions of the corners, in order.
    fileprivate var columns: [Int] {
        var columns: Set<Int> = []
        forEach { element in
            switch element {
            case .move(let to), .line(let to): columns.insert(Int(to.x.rounded()))
            default: break
            }
        }
        return columns.sorted()
    }

    /// The elements in words.
    fileprivate var steps: [String] {
        var steps: [String] = []
        forEach { element in
            switch element {
            case .move(let to): steps.append("move \(Int(to.x)) \(Int(to.y))")
            case .line(let to): steps.append("line \(Int(to.x)) \(Int(to.y))")
            case .closeSubpath: steps.append("close")
            default: steps.append("curve")
            }
        }
        return steps
    }
}
