import Foundation
import Testing
import TrendyModel

@testable import TrendyCLI

@Suite("Parsing of typed properties")
struct PropertyInputTests {
    private static let type = EntityID(high: 0, low: 1)

    private func input(_ definitions: [PropertyDefinition] = []) throws -> PropertyInput {
        PropertyInput(
            definitions: definitions,
            times: TimeInput(
                now: try #require(Instant(rfc3339: "2026-03-25T13:33:00Z")),
                zone: try #require(TimeZone(identifier: "Europe/Zurich"))
            )
        )
    }

    private func definition(_ key: String, _ type: PropertyType) -> PropertyDefinition {
        PropertyDefinition(
            eventTypeID: Self.type,
            key: key,
            label: "The \(key)",
            propertyType: type
        )
    }

    private func description(_ value: PropertyValue) -> String {
        "\(value.type) \(value.json)"
    }

    @Test(
        "Without a definition the form of the value gives the type",
        arguments: [
            ("5.2", "number 5.2"), ("-3", "number -3"), ("yes", "boolean true"),
            ("False", "boolean false"), ("2026-01-15", #"date "2026-01-15""#),
            ("2026-01-15 08:30", #"date "2026-01-15T07:30:00.000Z""#),
            ("45min", "duration 2700"), ("1h30m", "duration 5400"), ("1.5 h", "duration 5400"),
            ("https://example.org/a", #"url "https://example.org/a""#),
            ("a@example.org", #"email "a@example.org""#), ("with milk", #"text "with milk""#),
            ("1:30", #"text "1:30""#), ("08:30", #"text "08:30""#), ("note: x", #"text "note: x""#),
            ("", #"text """#), ("007", #"text "007""#), ("Monday", #"text "Monday""#),
        ]
    )
    func inferred(text: String, expected: String) throws {
        let (key, value) = try input().property("k=\(text)")

        #expect(key == "k")
        #expect(description(value) == expected)
    }

    @Test(
        "The key can name each of the eight types",
        arguments: [
            ("k:text=42", #"text "42""#), ("k:number=42", "number 42"),
            ("k:boolean=no", "boolean false"), ("k:date=2026-01-15", #"date "2026-01-15""#),
            ("k:select=good", #"select "good""#), ("k:duration=1:30", "duration 5400"),
            ("k:url=mailto:a@b.org", #"url "mailto:a@b.org""#), ("k:email=a@b", #"email "a@b""#),
        ]
    )
    func named(argument: String, expected: String) throws {
        let (key, value) = try input().property(argument)

        #expect(key == "k")
        #expect(description(value) == expected)
    }

    @Test("A definition gives the type, found by its key or its label")
    func defined() throws {
        var mood = definition("mood", .select)
        mood.options = ["Good", "Bad"]
        let input = try input(
            PropertyType.allCases.filter { $0 != .select }.map { definition($0.rawValue, $0) }
                + [mood]
        )

        #expect(description(try input.property("text=42").value) == #"text "42""#)
        #expect(description(try input.property("duration=90").value) == "duration 90")
        #expect(description(try input.property("duration=1:30:00").value) == "duration 5400")
        #expect(description(try input.property("date=2026-01-15").value) == #"date "2026-01-15""#)
        let (key, value) = try input.property("The Mood=good")
        #expect(key == "mood")
        #expect(description(value) == #"select "Good""#)
    }

    @Test(
        "A value that does not fit its type is refused with the accepted form",
        arguments: [
            ("number=much", "'much' is not a number such as 5.2 (property number)."),
            ("boolean=perhaps", "'perhaps' is not yes or no (property boolean)."),
            ("mood=fine", "'fine' is not one of the options: Good, Bad (property mood)."),
            (
                "duration=long",
                "'long' is not a duration such as 45min, 1h30m or 1:30:00 (property duration)."
            ),
            ("url=example", "'example' is not a URL such as https://example.org (property url)."),
            (
                "email=example",
                "'example' is not an e-mail address such as name@example.org (property email)."
            ),
            ("=x", "'=x' is not a property. Give it as key=value, such as distance=5.2."),
            ("x", "'x' is not a property. Give it as key=value, such as distance=5.2."),
        ]
    )
    func refused(argument: String, message: String) throws {
        var mood = definition("mood", .select)
        mood.options = ["Good", "Bad"]
        let input = try input(
            PropertyType.allCases.map { definition($0.rawValue, $0) } + [mood]
        )

        #expect(throws: PropertyInput.InputError(message: message)) {
            _ = try input.property(argument)
        }
    }
}
