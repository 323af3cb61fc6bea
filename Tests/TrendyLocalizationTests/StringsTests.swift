import Foundation
import Testing

@testable import TrendyLocalization

@Suite("The table of words")
struct WordsTests {
    @Test("No key stands twice")
    func unique() {
        let keys = Strings.all.map(\.key)

        #expect(Set(keys).count == keys.count)
        #expect(keys.count > 150)
        #expect(keys.allSatisfy { $0.wholeMatch(of: /[a-z]+(\.[a-z_]+)+/) != nil })
        #expect(Strings.all.allSatisfy { !$0.english.isEmpty })
    }

    @Test("Every phrase of the sources is in the table, and none is written elsewhere")
    func complete() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
        let files = try #require(
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        )
        var keys: [String] = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard file.lastPathComponent != "LocalizedText.swift" else { continue }
            for match in text.matches(of: /\bLocalized(Text|Plural)\(\s*"([^"]+)"/) {
                let key = String(match.output.2)
                keys += match.output.1 == "Text" ? [key] : ["\(key).one", "\(key).other"]
            }
        }

        #expect(Set(keys) == Set(Strings.all.map(\.key)))
    }

    @Test("No error that people read, and nothing that Trendy names, is worded elsewhere")
    func errors() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
        let modules = [
            "TrendyApple", "TrendyHTTP", "TrendyHealth", "TrendyKit", "TrendyPlaces", "TrendyStore",
            "TrendySync",
        ]
        let errors =
            "StoreError|SyncFailure|HealthSourceError|ProfileError|KeyValueError|ServerUnreachable"
            + "|Problem|noteDriftCheck"
        let worded = try Regex(
            #"\b(?:(?:\#(errors))\(\s*(?:(?:code:\s*)?\.\w+,)?\s*"#
                + #"(?:(?:message|reason|detail|problem):\s*)?"#
                + #"|(?:EventType|Geofence)\(\s*name:\s*)""#
        )
        var files = 0
        for module in modules {
            let folder = sources.appending(path: module)
            let found = try #require(
                FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            )
            for case let file as URL in found where file.pathExtension == "swift" {
                files += 1
                let text = try String(contentsOf: file, encoding: .utf8)
                // What the server says to a client of another make is in English only.
                #expect(!text.contains("userMessage"), "\(file.lastPathComponent)")
                for match in text.matches(of: worded) {
                    Issue.record("\(file.lastPathComponent): \(text[match.range])")
                }
            }
        }

        #expect(files > 200)
    }

    @Test("Nothing that people read in an app tells them to use the command line")
    func commands() {
        // Diagnoses are told by the command line alone.
        for phrase in Strings.all where !phrase.key.hasPrefix("diagnosis.") {
            #expect(
                phrase.english.firstMatch(of: #/--[a-z]|`|'trendy /#) == nil,
                "\(phrase.key) is for the command line"
            )
        }
    }

    @Test("Whoever fills in a text fills in every name of it")
    func names() {
        for phrase in Strings.all where phrase.key.hasSuffix(".other") {
            #expect(
                phrase.english.contains("{count}"),
                "\(phrase.key) does not say how many"
            )
        }
    }

    @Test("One thing is not told of as several")
    func plurals() {
        #expect(Strings.Diagnosis.placeTypes(1) == "1 place names an event type that is gone.")
        #expect(Strings.Diagnosis.placeTypes(2) == "2 places name an event type that is gone.")
        #expect(Strings.RegionMonitoring.unconfirmed(1).hasPrefix("1 visit goes on "))
        for phrase in Strings.all where !phrase.key.hasSuffix(".other") {
            #expect(
                phrase.english.firstMatch(of: /\{count\} [a-z]+s\b/) == nil,
                "\(phrase.key) is wrong where there is one"
            )
        }
    }
}
