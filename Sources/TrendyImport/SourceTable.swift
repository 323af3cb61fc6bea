import TrendyHealth
import TrendyModel

/// The unique sources of an export, looked up by the bytes of their names.
struct SourceTable {
    /// The maximum number of sources; all further ones share one entry.
    private static let maximumSources = 500
    /// The maximum length of a name in bytes.
    private static let maximumNameBytes = 1024

    private(set) var sources: [HealthSourceDescription] = []
    private var names: [[UInt8]] = []
    private var last = 0

    /// The index of a source.
    ///
    /// Fast, because neighbouring records mostly share their source and there are few sources.
    mutating func index(
        _ name: UnsafeRawBufferPointer,
        version: UnsafeRawBufferPointer?,
        device: UnsafeRawBufferPointer?
    ) -> Int {
        let name = UnsafeRawBufferPointer(rebasing: name.prefix(Self.maximumNameBytes))
        if last < names.count, matches(last, name) { return last }
        if let found = names.indices.first(where: { matches($0, name) }) {
            last = found
            return found
        }
        guard names.count < Self.maximumSources else {
            if sources.count == names.count {
                sources.append(HealthSourceDescription(name: "Other sources", kind: .thirdParty))
            }
            return sources.count - 1
        }
        names.append(Array(name))
        let text = xmlText(name)
        sources.append(
            HealthSourceDescription(
                name: text,
                kind: Self.kind(
                    name: text,
                    version: version.map { xmlText($0) },
                    device: device.map { xmlText($0) }
                )
            )
        )
        last = names.count - 1
        return last
    }

    private func matches(_ index: Int, _ name: UnsafeRawBufferPointer) -> Bool {
        names[index].count == name.count
            && names[index].withUnsafeBytes { $0.elementsEqual(name) }
    }

    /// The kind of a source.
    ///
    /// A device's own records are written by its system, in the version of the device's software.
    /// Or they carry the device's name, which contains a word for its kind, unless they name
    /// another device.
    ///
    /// Records of an app carry the app's name, such as `HeartWatch`.
    static func kind(
        name: String,
        version: String?,
        device: String?
    ) -> HealthSourceDescription.Kind {
        let words = name.split { !($0.isASCII && $0.isLetter) }
        func isOf(_ product: String) -> Bool {
            guard words.contains(Substring(product)) else { return false }
            guard let device else { return true }
            return [
                "name:Apple \(product)", "name:\(product)", "model:\(product)",
                "hardware:\(product)",
            ]
            .contains { device.contains($0) }
        }
        if isOf("Watch") { return .watch }
        if isOf("iPhone") || isOf("iPod") { return .phone }
        guard let device, let version, device.contains("manufacturer:Apple"),
            device.contains("software:\(version)>") || device.contains("software:\(version),")
        else { return .thirdParty }
        return device.contains("model:Watch") || device.contains("hardware:Watch")
            ? .watch : .phone
    }
}

/// The maximum length of an attribute's text in bytes; real texts have a few hundred.
package let maximumXMLTextBytes = 4096

/// Decodes the text of an attribute: resolves entities and drops control characters.
package func xmlText(_ raw: UnsafeRawBufferPointer) -> String {
    var rest = raw.prefix(maximumXMLTextBytes)
    guard rest.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "&") }) else {
        return String(decoding: rest, as: UTF8.self)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rest.count)
    while let byte = rest.first {
        if byte == UInt8(ascii: "&"), let (character, length) = reference(rest) {
            bytes += Array(String(character).utf8)
            rest = rest.dropFirst(length)
            continue
        }
        if byte >= 0x20 { bytes.append(byte) }
        rest = rest.dropFirst()
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// The character of the reference at the start of a text, such as `&amp;`, and the length of the
/// reference.
private func reference(
    _ text: Slice<UnsafeRawBufferPointer>
) -> (Unicode.Scalar, length: Int)? {
    // The longest reference is `&#x10FFFF;`, apart from leading zeros.
    let window = text.prefix(16)
    guard let end = window.firstIndex(of: UInt8(ascii: ";")),
        let character = entity(Substring(decoding: window[..<end].dropFirst(), as: UTF8.self))
    else { return nil }
    return (character, window.distance(from: window.startIndex, to: end) + 1)
}

private func entity(_ name: Substring) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let value, value >= 0x20 else { return nil }
        return Unicode.Scalar(value)
    }
}
