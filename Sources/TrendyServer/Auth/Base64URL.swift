import Foundation

/// Encodes bytes as base64url without padding (RFC 4648, section 5).
func base64URL(_ data: Data) -> String {
    data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        .replacing("=", with: "")
}

/// Decodes unpadded base64url; `nil` for any character outside the alphabet.
func base64URLDecoded(_ text: Substring) -> Data? {
    let isAlphabet = text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
    guard isAlphabet else { return nil }
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Data(
        base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding
    )
}
