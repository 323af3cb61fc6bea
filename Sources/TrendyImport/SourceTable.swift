import TrendyHealth
import TrendyModel

/// The sources of an export, each once, found again by the bytes of its name.
struct SourceTable {
    /// The most sources that are told apart; further ones count as one.
    private static let maximumSources = 500
    /// The longest name that is kept, in bytes.
    private static let maximumNameBytes = 1024

    private(set) var sources: [HealthSourceDescription] = []
    private var names: [[UInt8]] = []
    private var last = 0

    /// The place of a source.
    ///
    /// Neighbours in an export mostly share it, and there are few.
    mutating func place(
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

    /// A device's own records were written by its system, in the version of the device's software.
    ///
    /// Or they carry its name, of which a word says what it is, unless they
    /// say that they are of another device.
    ///
    /// An app's records carry the app's, as `HeartWatch`.
    private static func kind(
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

/// The longest text of an attribute that is read, in bytes; real ones have a few hundred.
private let maximumTextBytes = 4096

/// The text of an attribute: entities resolved, control characters dropped.
func xmlText(_ raw: UnsafeRawBufferPointer) -> String {
    var rest = raw.prefix(maximumTextBytes)
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

/// The character that a text begins by naming, as in `&amp;`, and how long its name is.
private func reference(
    _ text: Slice<UnsafeRawBufferPointer>
) -> (Unicode.Scalar, length: Int)? {
    // The longest is `&#x10FFFF;`, some zeros aside.
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
