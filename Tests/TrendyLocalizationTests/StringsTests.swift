import Foundation
import Testing

@testable import TrendyLocalization

@Suite("String tables")
struct StringsTests {
    @Test("Every key is unique")
    func unique() {
        let keys = (Strings.all + Strings.web).map(\.key)

        #expect(Set(keys).count == keys.count)
        #expect(keys.count > 150)
        #expect(keys.allSatisfy { $0.wholeMatch(of: /[a-z_]+(\.[a-z0-9_]+)+/) != nil })
        #expect(Strings.all.allSatisfy { !$0.english.isEmpty })
    }

    @Test("Every localized text in the sources is in the table and defined nowhere else")
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

        #expect(Set(keys) == Set((Strings.all + Strings.web).map(\.key)))
    }

    @Test("Error messages and names are defined only in the table")
    func errors() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
        let modules = [
            "TrendyApple", "TrendyHTTP", "TrendyHealth", "TrendyKit", "TrendyPlaces", "TrendyStore",
            "TrendySync",
        ]
        let errors =
            "StoreError|SyncFailure|HealthSourceError|ProfileError|KeyValueError|ServerUnreachable"
            + "|Problem|recordDriftCheck"
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
                // Server messages for other clients exist only in English.
                #expect(!text.contains("userMessage"), "\(file.lastPathComponent)")
                for match in text.matches(of: worded) {
                    Issue.record("\(file.lastPathComponent): \(text[match.range])")
                }
            }
        }

        #expect(files > 200)
    }

    @Test("No text shown in an app refers to the command line")
    func commands() {
        // Only the command line shows diagnoses and backs up devices.
        let areas = ["diagnosis.", "backup."]
        for text in Strings.all + Strings.web where !areas.contains(where: text.key.hasPrefix) {
            #expect(
                text.english.firstMatch(of: #/--[a-z]|`|'trendy /#) == nil,
                "\(text.key) is for the command line"
            )
        }
    }

    @Test("Every plural text states its count")
    func names() {
        for text in Strings.all + Strings.web where text.key.hasSuffix(".other") {
            #expect(
                text.english.contains("{count}"),
                "\(text.key) does not say how many"
            )
        }
    }

    @Test("Texts with a count have plural forms")
    func plurals() {
        #expect(Strings.Diagnosis.placeTypes(1) == "1 place refers to a deleted event type.")
        #expect(Strings.Diagnosis.placeTypes(2) == "2 places refer to a deleted event type.")
        #expect(Strings.RegionMonitoring.unconfirmed(1).hasPrefix("1 open visit has "))
        for text in Strings.all + Strings.web where !text.key.hasSuffix(".other") {
            #expect(
                text.english.firstMatch(of: /\{count\} [a-z]+s\b/) == nil,
                "\(text.key) is wrong where there is one"
            )
        }
    }
}
