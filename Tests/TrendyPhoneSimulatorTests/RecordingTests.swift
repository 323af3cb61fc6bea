import Foundation
import Testing

@testable import TrendyPhoneSimulator

@Suite("A recorded session")
struct RecordingTests {
    private let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("script-\(UUID().uuidString)").path
    private let header = Script.Header(seed: .max, phones: 2, speed: 60)

    private func write(_ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    private func remove() {
        // A file that is gone already needs no removal.
        try? FileManager.default.removeItem(atPath: path)
    }

    @Test("A script gives back the beginning and every command with its time")
    func roundTrip() throws {
        defer { remove() }
        var walk = WorldCommand(action: .walk, phone: 1)
        (walk.latitude, walk.longitude, walk.number) = (52.52, -13.405, 1.4)
        var act = WorldCommand(action: .act, phone: 0)
        (act.target, act.handler, act.text) = ("p0-n12", "change", "Line 1\nLine 2 “ä”")
        let recording = try Recording(path: path, header)
        try recording.append(walk, at: .milliseconds(25_200_004) + .microseconds(500))
        try recording.append(act, at: .milliseconds(25_200_004) + .microseconds(500))

        let script = try Script(path: path)

        #expect(script.header == header)
        #expect(script.lines.map(\.command) == [walk, act])
        #expect(script.lines.map(\.at.milliseconds) == [25_200_004, 25_200_004])
        #expect(script.lines[0].at.duration == .milliseconds(25_200_004) + .microseconds(500))
    }

    @Test("A time is the middle of a millisecond, and never after what was due")
    func times() {
        let half = Duration.microseconds(500)

        #expect(RecordedTime(before: .milliseconds(7) + half).duration == .milliseconds(7) + half)
        #expect(RecordedTime(before: .milliseconds(8)).duration == .milliseconds(7) + half)
        #expect(
            RecordedTime(before: .milliseconds(8) + .nanoseconds(499_999)).milliseconds == 7
        )
        #expect(RecordedTime(of: .milliseconds(8) + half).duration == .milliseconds(8) + half)
    }

    @Test(
        "A file that is no script is refused with the line that is wrong",
        arguments: [
            ("", "is empty"),
            ("hello", ":1: not a line"),
            (#"{"phones":9,"seed":1,"speed":1}"#, ":1: the number of phones"),
            (#"{"phones":2,"seed":1,"speed":1}"# + "\n\n{}", ":3: not a line"),
            (
                #"{"phones":2,"seed":1,"speed":1}"# + "\n"
                    + #"{"at":5,"command":{"action":"skip"}}"# + "\n"
                    + #"{"at":4,"command":{"action":"skip"}}"#,
                "not in order of time"
            ),
        ]
    )
    func wrong(_ text: String, _ reason: String) throws {
        defer { remove() }
        try write(text)

        let error = #expect(throws: CommandError.self) { try Script(path: path) }

        #expect(error?.message.contains(reason) == true)
        #expect(error?.message.hasPrefix(path) == true)
    }

    @Test("A file that cannot be read or written is named")
    func missing() {
        let read = #expect(throws: CommandError.self) { try Script(path: "/nowhere/a") }
        let written = #expect(throws: CommandError.self) {
            try Recording(path: "/nowhere/a", header)
        }

        #expect(read?.message.hasPrefix("/nowhere/a: the script cannot be read") == true)
        #expect(written?.message.hasPrefix("/nowhere/a: the script cannot be written") == true)
    }
}
