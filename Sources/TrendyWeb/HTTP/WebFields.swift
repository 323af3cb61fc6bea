import Foundation

/// The names and values of a query or of a form, decoded from `application/x-www-form-urlencoded`.
///
/// Source: [URL, section 5](https://url.spec.whatwg.org/#application/x-www-form-urlencoded).
package struct WebFields: Sendable, Equatable {
    /// The maximum number of fields that are read; a form with more is refused.
    package static let maximumCount = 2000

    private let fields: [(name: String, value: String)]

    /// Reads encoded fields; those that are not UTF-8 are left out.
    package init(encoded: some StringProtocol) {
        fields = encoded.split(separator: "&").prefix(Self.maximumCount).compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts[0]),
                let value = parts.count > 1 ? Self.decoded(parts[1]) : ""
            else { return nil }
            return (name, value)
        }
    }

    /// Creates fields.
    package init(_ fields: [(name: String, value: String)] = []) {
        self.fields = fields
    }

    /// The value of a field; `nil` when it is missing.
    package subscript(name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// The value of a field without surrounding white space; `nil` when it is missing or empty.
    package func text(_ name: String) -> String? {
        guard let value = self[name]?.trimmingCharacters(in: .whitespacesAndNewlines) else {
            return nil
        }
        return value.isEmpty ? nil : value
    }

    /// The values of a field that can occur several times.
    package func values(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    /// All fields in order.
    package var all: [(name: String, value: String)] { fields }

    package static func == (left: WebFields, right: WebFields) -> Bool {
        left.fields.elementsEqual(right.fields) { $0 == $1 }
    }

    private static func decoded(_ text: some StringProtocol) -> String? {
        String(text).replacingOccurrences(of: "+", with: " ").removingPercentEncoding
    }
}
