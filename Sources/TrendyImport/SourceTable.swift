import TrendyHealth
import TrendyModel

/// The sources of an export, each once, found again by the bytes of its name.
struct SourceTable {
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
        if last < names.count, matches(last, name) { return last }
        if let found = names.indices.first(where: { matches($0, name) }) {
            last = found
            return found
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

    /// A device's own records carry its name, or were written by its system: then the version of
    /// the source is that of the device's software.
    ///
    /// An app's records carry the app's.
    private static func kind(
        name: String,
        version: String?,
        device: String?
    ) -> HealthSourceDescription.Kind {
        if name.contains("Watch") { return .watch }
        if name.contains("iPhone") || name.contains("iPod") { return .phone }
        guard let device, let version, device.contains("manufacturer:Apple"),
            device.contains("software:\(version)>") || device.contains("software:\(version),")
        else { return .thirdParty }
        return device.contains("model:Watch") || device.contains("hardware:Watch")
            ? .watch : .phone
    }
}

/// The text of an attribute: entities resolved, control characters dropped.
func xmlText(_ raw: UnsafeRawBufferPointer) -> String {
    let clean = raw.contains { $0 < 0x20 } ? Array(raw.filter { $0 >= 0x20 }) : Array(raw)
    let text = String(decoding: clean, as: UTF8.self)
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = Substring(text)
    while let ampersand = rest.firstIndex(of: "&") {
        result += rest[..<ampersand]
        rest = rest[ampersand...]
        guard let semicolon = rest.firstIndex(of: ";"),
            let character = entity(rest[rest.index(after: ampersand)..<semicolon])
        else {
            result.append("&")
            rest = rest.dropFirst()
            continue
        }
        result.unicodeScalars.append(character)
        rest = rest[rest.index(after: semicolon)...]
    }
    return result + rest
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
