import Foundation

@testable import TrendyModel
@testable import TrendyWire

/// `json`: the scanner, strings, numbers and documents; a zero byte separates a second text.
struct JSONTarget: FuzzTarget {
    func run(_ input: UnsafeRawBufferPointer) {
        let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let documents = parts.compactMap { check(Array($0)) }
        for document in documents { check(document) }
        if documents.count == 2 { check(documents[0], documents[1]) }
    }

    /// Parses a text; returns its document if it is an object.
    private func check(_ bytes: [UInt8]) -> Document? {
        let isValid = bytes.withUnsafeBytes { buffer in
            do throws(JSONError) {
                try UntrustedJSON.validate(buffer)
                return true
            } catch {
                expect((0...bytes.count).contains(error.offset), "An error has an offset: \(error)")
                return false
            }
        }
        decode(bytes, isValid: isValid)
        let json: RawJSON
        do throws(JSONError) {
            json = try RawJSON(checking: bytes)
            expect(isValid, "RawJSON accepts what UntrustedJSON refuses")
        } catch {
            expect(!isValid, "RawJSON refuses what UntrustedJSON accepts: \(error)")
            return nil
        }
        compare(json, bytes)
        let document = try? Document(json: json)
        expect(
            (document != nil) == (json.fields != nil),
            "An object whose names can be read is a document"
        )
        return document
    }

    /// Decodes every type that the product reads from the network or a file.
    private func decode(_ bytes: [UInt8], isValid: Bool) {
        let types: [any Decodable.Type] = [
            Credentials.self, RefreshRequest.self, Session.self, Problem.self, DeviceReport.self,
            AccountSync.self, DigestAnswer.self,
        ]
        for type in types {
            do throws(JSONError) {
                let value = try UntrustedJSON.decode(type, from: bytes)
                expect(isValid, "\(type) was decoded from what is no JSON")
                if let answer = value as? DigestAnswer { _ = answer.total }
                if let problem = value as? Problem { _ = (problem.code, problem.description) }
            } catch {
                // Most inputs are not a value of the type.
            }
        }
    }

    /// Foundation accepts what the scanner accepts, with equal values.
    private func compare(_ json: RawJSON, _ bytes: [UInt8]) {
        // Foundation refuses halves of surrogate pairs and numbers beyond a double's range; the
        // scanner leaves both to the reader of the value.
        guard isReadable(json) else { return }
        do {
            let value = try JSONSerialization.jsonObject(
                with: Data(bytes),
                options: .fragmentsAllowed
            )
            compare(json, value)
        } catch {
            expect(false, "Foundation refuses what the scanner accepts: \(error)")
        }
    }

    private func isReadable(_ json: RawJSON) -> Bool {
        switch json.utf8.first {
        case UInt8(ascii: "{"):
            return json.fields?.allSatisfy { isReadable($0.value) } ?? false
        case UInt8(ascii: "["):
            return json.elements?.allSatisfy { isReadable($0) } ?? false
        case UInt8(ascii: "\""):
            return json.string != nil
        default:
            return json.number.map { $0.double.isFinite } ?? true
        }
    }

    private func compare(_ json: RawJSON, _ value: Any) {
        switch value {
        case is NSNull:
            expect(json.isNull, "Foundation reads null")
        case let text as String:
            expect(
                json.string.map { Array(withoutMark($0).utf8) } == Array(withoutMark(text).utf8),
                "Strings are the same"
            )
        case let number as NSNumber:
            if let flag = json.bool {
                expect(number.boolValue == flag, "Booleans are the same")
            } else {
                compare(json.number?.double ?? .nan, number.doubleValue)
            }
        case let values as [Any]:
            let elements = json.elements ?? []
            expect(elements.count == values.count, "Arrays have the same count")
            for (element, value) in zip(elements, values) { compare(element, value) }
        case let values as [String: Any]:
            // Implementations may choose either of two fields with one name; Foundation treats
            // names that differ only in Unicode normalization as equal.
            let fields = json.fields ?? []
            guard Set(fields.map { withoutMark($0.key) }).count == fields.count else { return }
            let values = Dictionary(values.map { (withoutMark($0.key), $0.value) }) { $1 }
            expect(fields.count == values.count, "Objects have the same count")
            for field in fields {
                guard let value = values[withoutMark(field.key)] else {
                    expect(false, "Foundation has the field")
                    return
                }
                compare(field.value, value)
            }
        default:
            expect(false, "Foundation reads no other type: \(type(of: value))")
        }
    }

    /// Removes byte order marks, which Foundation drops at the start of a string and after an
    /// escape.
    private func withoutMark(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FEFF}" }))
    }

    /// Compares with a tolerance, because Foundation rounds numbers of many digits twice.
    private func compare(_ ours: Double, _ theirs: Double) {
        expect(
            abs(ours - theirs) <= abs(theirs) * 1e-13,
            "Numbers are the same: \(ours) and \(theirs)"
        )
    }

    /// Encoding a decoded document is a fixpoint, and the indexed keys equal its fields.
    private func check(_ document: Document) {
        let json = document.json
        do throws(JSONError) {
            expect(try RawJSON(checking: json.utf8) == json, "A document's text is valid")
            let again = try Document(json: json)
            expect(again == document && again.json == json, "A document's text is a fixpoint")
        } catch {
            expect(false, "A document's text can be read: \(error)")
        }
        for field in document.fields {
            expect(document[field.name] == field.value, "A field is found by its name")
        }
        for kind in EntityKind.allCases {
            let violations = document.violations(as: kind)
            expect(
                EntityKeys(kind: kind, content: json) == EntityKeys(kind: kind, document: document),
                "The keys are the same in place and of the document"
            )
            guard kind == .event, let scan = EventScan(json) else { continue }
            expect(violations.isEmpty, "A plain event is valid: \(violations)")
            expect(
                scan.keys == EntityKeys(kind: .event, document: document),
                "A plain event's keys are those of its document"
            )
        }
        _ = document.sizeViolation(replacing: nil)
    }

    /// Applying the computed change between two documents gives the second document.
    private func check(_ first: Document, _ second: Document) {
        let old = Document().applying(first)
        let new = Document().applying(second)
        let change = new.changes(from: old)
        expect(old.applying(change) == new, "A change leads to its document")
        expect(change.isEmpty == (old == new), "Only equal documents have no change")
    }
}
