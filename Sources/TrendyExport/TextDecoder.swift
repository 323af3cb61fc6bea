/// Resolves the escapes of JSON strings into a buffer that it reuses.
final class TextDecoder {
    private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)

    deinit {
        buffer.deallocate()
    }

    /// The UTF-8 text of a JSON string, valid until the next call; empty for another value.
    ///
    /// Half a surrogate pair becomes U+FFFD.
    func text(_ json: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard json.count >= 2, json[0] == UInt8(ascii: "\"") else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        let content = UnsafeRawBufferPointer(rebasing: json[1..<json.count - 1])
        guard content.contains(UInt8(ascii: "\\")) else { return content }
        return decode(content)
    }

    private func decode(_ content: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        // No escape is shorter than its text.
        if content.count > buffer.count {
            buffer.deallocate()
            buffer = .allocate(byteCount: content.count, alignment: 1)
        }
        var (position, end) = (0, 0)
        while position < content.count {
            let byte = content[position]
            guard byte == UInt8(ascii: "\\"), position + 1 < content.count else {
                buffer[end] = byte
                end += 1
                position += 1
                continue
            }
            let escape = content[position + 1]
            if escape == UInt8(ascii: "u") {
                let scalar = Self.scalar(content, &position)
                for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    buffer[end] = unit
                    end += 1
                }
                continue
            }
            buffer[end] = Self.character(of: escape)
            end += 1
            position += 2
        }
        return UnsafeRawBufferPointer(rebasing: buffer[..<end])
    }

    private static func character(of escape: UInt8) -> UInt8 {
        switch escape {
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        default: escape
        }
    }

    /// The scalar of the escape or pair of escapes at `position`, which moves behind it.
    private static func scalar(
        _ content: UnsafeRawBufferPointer,
        _ position: inout Int
    ) -> Unicode.Scalar {
        let first = unit(content, position)
        position = min(position + 6, content.count)
        guard let first else { return "\u{FFFD}" }
        guard (0xD800..<0xDC00).contains(first) else {
            return Unicode.Scalar(first) ?? "\u{FFFD}"
        }
        guard let second = unit(content, position), (0xDC00..<0xE000).contains(second) else {
            return "\u{FFFD}"
        }
        position += 6
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
    }

    private static func unit(_ content: UnsafeRawBufferPointer, _ position: Int) -> UInt32? {
        guard position + 6 <= content.count, content[position] == UInt8(ascii: "\\"),
            content[position + 1] == UInt8(ascii: "u")
        else { return nil }
        var value: UInt32 = 0
        for index in position + 2..<position + 6 {
            switch content[index] {
            case let digit where (48...57).contains(digit): value = value << 4 | UInt32(digit - 48)
            case let digit where (65...70).contains(digit): value = value << 4 | UInt32(digit - 55)
            case let digit where (97...102).contains(digit): value = value << 4 | UInt32(digit - 87)
            default: return nil
            }
        }
        return value
    }
}
