import Foundation
import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
struct ControlTests {
    private enum Interval: String, CaseIterable, Identifiable {
        case day, week, month

        var id: Self { self }
    }

    private struct Settings: View {
        @State private var isOn = false
        @State private var interval = Interval.week
        @State private var color: String?
        @State private var count = 2
        @State private var level = 0.5

        var body: some View {
            Form {
                Toggle("Sync", isOn: $isOn)
                Picker("Interval", selection: $interval) {
                    ForEach(Interval.allCases) { Text($0.rawValue) }
                }
                Picker("Color", selection: $color) {
                    Text("None").tag(String?.none)
                    Section("Bright") { Text("Red").tag("red" as String?) }
                }
                .pickerStyle(.segmented)
                Stepper("Count", value: $count, in: 1...3)
                Slider(value: $level, in: 0...10, step: 1) { Text("Level") }
                Text("\(isOn) \(interval.rawValue) \(color ?? "none") \(count) \(level)")
            }
        }
    }

    private func host() -> ViewHost {
        ViewHost(Settings()) { $0.locale = Locale(identifier: "en_US") }
    }

    @Test("Controls are offered with their names and values")
    func outline() {
        #expect(
            host().screen.outline == """
                list
                  row
                    toggle "Sync": 0
                  row
                    picker "Interval": week
                      text "Interval"
                      option "day"
                      option "week" (selected)
                      option "month"
                  row
                    picker "Color": None
                      text "Color"
                      option "None" (selected)
                      option "Red"
                  row
                    stepper "Count": 2
                  row
                    slider "Level": 5%
                  row
                    text "false week none 2 0.5"
                """
        )
    }

    @Test("Toggle, pickers, stepper and slider write to their bindings")
    func changes() throws {
        let host = host()

        try host.set("Sync", to: true)
        try host.select("month", in: "Interval")
        try host.select("Red", in: "Color")
        try host.increment("Count")
        try host.set("Level", to: 7.4)
        #expect(host.screen.texts.last == "true month red 3 7.0")
        #expect(throws: ViewHostError.self) { try host.increment("Count") }
        try host.tap("Sync")
        try host.select("None", in: "Color")
        try host.decrement("Count")

        #expect(host.screen.texts.last == "false month none 2 7.0")
        #expect(throws: ViewHostError.self) { try host.select("year", in: "Interval") }
    }

    private struct Dates: View {
        @State private var date: Date
        let range: ClosedRange<Date>

        init(_ date: Date) {
            _date = State(initialValue: date)
            range = date.addingTimeInterval(-86_400)...date.addingTimeInterval(86_400)
        }

        var body: some View {
            DatePicker("Start", selection: $date, in: range)
            Text("\(date.timeIntervalSince1970)")
        }
    }

    @Test("A date picker shows the date in the zone of the view and keeps to its range")
    func date() throws {
        let host = ViewHost(Dates(Date(timeIntervalSince1970: 1_000_000_000))) {
            $0.locale = Locale(identifier: "en_GB")
            $0.timeZone = .gmt
            $0.calendar = Calendar(identifier: .gregorian)
        }
        let picker = host.screen.elements(role: .datePicker).first
        #expect(picker?.value == "9 Sep 2001 at 1:46")

        try host.set("Start", to: Date(timeIntervalSince1970: 1_000_000_060))
        #expect(host.screen.texts.last == "1,000,000,060.000000")
        try host.set("Start", to: Date(timeIntervalSince1970: 0))

        #expect(host.screen.texts.last == "999,913,600.000000")
    }

    @Test("Progress and gauges read as percentages")
    func progress() {
        let host = ViewHost(
            VStack {
                ProgressView("Import", value: 2, total: 8)
                ProgressView()
                Gauge(value: 0.3) { Text("Battery") }
            }
        ) { $0.locale = Locale(identifier: "en_US") }

        let progress = host.screen.elements(role: .progress)
        #expect(progress.map(\.value) == ["25%", nil])
        #expect(host.screen.elements(role: .gauge).map(\.value) == ["30%"])
    }

    @Test("A hidden label still names its control")
    func hiddenLabel() throws {
        let host = ViewHost(Settings().labelsHidden())

        try host.set("Sync", to: true)
        try host.select("day", in: "Interval")

        #expect(host.screen.texts.last?.hasPrefix("true day") == true)
    }

    @Test("A share link shows what it shares")
    func share() throws {
        let host = ViewHost(ShareLink("Export", item: "day,steps"))

        try host.tap("Export")
        #expect(host.screen.texts == ["day,steps", "Close"])
        try host.tap("Close")

        #expect(host.screen.texts == ["Export"])
    }
}
