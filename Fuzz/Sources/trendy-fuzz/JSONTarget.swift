import Foundation
import TrendyModel
import TrendyWire

/// `json`: the scanner, strings, numbers and documents; a zero byte ends the first text and begins
/// a second one.
struct JSONTarget: FuzzTarget {
    func run(_ input: UnsafeRawBufferPointer) {
        let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let documents = parts.compactMap { check(Array($0)) }
        for document in documents { check(document) }
        if documents.count == 2 { check(documents[0], documents[1]) }
    }

    /// Reads a text; returns its document when it is an object.
    private func check(_ bytes: [UInt8]) -> Document? {
        let isValid = bytes.withUnsafeBytes { buffer in
            do throws(JSONError) {
                try UntrustedJSON.validate(buffer)
                return true
            } catch {
                claim((0...bytes.count).contains(error.offset), "An error has an offset: \(error)")
                return false
            }
        }
        decode(bytes, isValid: isValid)
        let json: RawJSON
        do throws(JSONError) {
            json = try RawJSON(checking: bytes)
            claim(isValid, "RawJSON accepts what UntrustedJSON refuses")
        } catch {
            claim(!isValid, "RawJSON refuses what UntrustedJSON accepts: \(error)")
            return nil
        }
        compare(json, bytes)
        let document = try? Document(json: json)
        claim(
            (document != nil) == (json.fields != nil),
            "An object whose names can be read is a document"
        )
        return document
    }

    /// Decodes every type that is read from the network or a file.
    private func decode(_ bytes: [UInt8], isValid: Bool) {
        let types: [any Decodable.Type] = [
            Credentials.self, RefreshRequest.self, Session.self, Problem.self, DeviceReport.self,
            AccountSync.self, DigestAnswer.self,
        ]
        for type in types {
            do throws(JSONError) {
                let value = try UntrustedJSON.decode(type, from: bytes)
                claim(isValid, "\(type) was decoded from what is no JSON")
                if let answer = value as? DigestAnswer { _ = answer.total }
                if let problem = value as? Problem { _ = (problem.code, problem.description) }
            } catch {
                // Most inputs are no value of the type.
            }
        }
    }

    /// What the scanner accepts, Foundation accepts as well, and both read the same.
    private func compare(_ json: RawJSON, _ bytes: [UInt8]) {
        // Foundation refuses halves of surrogate pairs and numbers beyond a double's range; the
        // scanner leaves both to who reads the value.
        guard isReadable(json) else { return }
        do {
            let value = try JSONSerialization.jsonObject(
                with: Data(bytes),
                options: .fragmentsAllowed
            )
            compare(json, value)
        } catch {
            claim(false, "Foundation refuses what the scanner accepts: \(error)")
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
            claim(json.isNull, "Foundation reads null")
        case let text as String:
            claim(
                json.string.map { Array(withoutMark($0).utf8) } == Array(withoutMark(text).utf8),
                "Strings are the same"
            )
        case let number as NSNumber:
            if let flag = json.bool {
                claim(number.boolValue == flag, "Booleans are the same")
            } else {
                compare(json.number?.double ?? .nan, number.doubleValue)
            }
        case let values as [Any]:
            let elements = json.elements ?? []
            claim(elements.count == values.count, "Arrays have the same count")
            for (element, value) in zip(elements, values) { compare(element, value) }
        case let values as [String: Any]:
            // Which of two fields of one name counts is for each to say; names that are the same
            // in another Unicode form are one to Foundation.
            let fields = json.fields ?? []
            guard Set(fields.map { withoutMark($0.key) }).count == fields.count else { return }
            let values = Dictionary(values.map { (withoutMark($0.key), $0.value) }) { $1 }
            claim(fields.count == values.count, "Objects have the same count")
            for field in fields {
                guard let value = values[withoutMark(field.key)] else {
                    claim(false, "Foundation has the field")
                    return
                }
                compare(field.value, value)
            }
        default:
            claim(false, "Foundation reads no other type: \(type(of: value))")
        }
    }

    /// Foundation drops byte order marks at the start of a string and behind an escape.
    private func withoutMark(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FEFF}" }))
    }

    /// Foundation rounds numbers of many digits twice.
    private func compare(_ ours: Double, _ theirs: Double) {
        claim(
            abs(ours - theirs) <= abs(theirs) * 1e-13,
            "Numbers are the same: \(ours) and \(theirs)"
        )
    }

    /// A document's text is a fixpoint; the indexed keys are those of its fields.
    private func check(_ document: Document) {
        let json = document.json
        do throws(JSONError) {
            claim(try RawJSON(checking: json.utf8) == json, "A document's text is valid")
            let again = try Document(json: json)
            claim(again == document && again.json == json, "A document's text is a fixpoint")
        } catch {
            claim(false, "A document's text can be read: \(error)")
        }
        for field in document.fields {
            claim(document[field.name] == field.value, "A field is found by its name")
        }
        for kind in EntityKind.allCases {
            let violations = document.violations(as: kind)
            claim(
                EntityKeys(kind: kind, content: json) == EntityKeys(kind: kind, document: document),
                "The keys are the same in place and of the document"
            )
            guard kind == .event, let scan = EventScan(json) else { continue }
            claim(violations.isEmpty, "A plain event is valid: \(violations)")
            claim(
                scan.keys == EntityKeys(kind: .event, document: document),
                "A plain event's keys are those of its document"
            )
        }
        _ = document.sizeViolation(replacing: nil)
    }

    /// A change that is computed, applied, leads from one document to the other.
    private func check(_ first: Document, _ second: Document) {
        let old = Document().applying(first)
        let new = Document().applying(second)
        let change = new.changes(from: old)
        claim(old.applying(change) == new, "A change leads to its document")
        claim(change.isEmpty == (old == new), "Only equal documents have no change")
    }
}
