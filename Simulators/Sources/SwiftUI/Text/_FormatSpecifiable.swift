public import Foundation

/// A number that an interpolation formats.
public protocol _FormatSpecifiable: Equatable {
    /// The type of the argument of `String(format:)`.
    associatedtype _Arg: CVarArg

    /// The argument of `String(format:)`.
    var _arg: Self._Arg { get }

    /// The specifier of `String(format:)`.
    var _specifier: String { get }
}

extension _FormatSpecifiable {
    /// The number with the digits and separators of a locale.
    func formatted(in locale: Locale) -> String {
        switch _arg {
        case let number as Int64: number.formatted(.number.locale(locale))
        case let number as UInt64: number.formatted(.number.locale(locale))
        case let number as Double:
            number.formatted(.number.precision(.fractionLength(6)).locale(locale))
        case let number: "\(number)"
        }
    }
}

extension Int: _FormatSpecifiable {
    /// The number in 64 bits.
    public var _arg: Int64 { Int64(self) }
    /// The specifier of an integer.
    public var _specifier: String { "%lld" }
}

extension Int8: _FormatSpecifiable {
    /// The number in 64 bits.
    public var _arg: Int64 { Int64(self) }
    /// The specifier of an integer.
    public var _specifier: String { "%d" }
}

extension Int16: _FormatSpecifiable {
    /// The number in 64 bits.
    public var _arg: Int64 { Int64(self) }
    /// The specifier of an integer.
    public var _specifier: String { "%d" }
}

extension Int32: _FormatSpecifiable {
    /// The number in 64 bits.
    public var _arg: Int64 { Int64(self) }
    /// The specifier of an integer.
    public var _specifier: String { "%d" }
}

extension Int64: _FormatSpecifiable {
    /// The number in 64 bits.
    public var _arg: Int64 { Int64(self) }
    /// The specifier of an integer.
    public var _specifier: String { "%lld" }
}

extension UInt: _FormatSpecifiable {
    /// The number in 64 bits.
    public var _arg: UInt64 { UInt64(self) }
    /// The specifier of an unsigned integer.
    public var _specifier: String { "%llu" }
}

extension UInt8: _FormatSpecifiable {
    /// The number in 64 bits.
    public var _arg: UInt64 { UInt64(self) }
    /// The specifier of an unsigned integer.
    public var _specifier: String { "%u" }
}

extension UInt16: _FormatSpecifiable {
    /// The number in 64 bits.
    public var _arg: UInt64 { UInt64(self) }
    /// The specifier of an unsigned integer.
    public var _specifier: String { "%u" }
}

extension UInt32: _FormatSpecifiable {
    /// The number in 64 bits.
    public var _arg: UInt64 { UInt64(self) }
    /// The specifier of an unsigned integer.
    public var _specifier: String { "%u" }
}

extension UInt64: _FormatSpecifiable {
    /// The number in 64 bits.
    public var _arg: UInt64 { UInt64(self) }
    /// The specifier of an unsigned integer.
    public var _specifier: String { "%llu" }
}

extension Float: _FormatSpecifiable {
    /// The number in double precision.
    public var _arg: Double { Double(self) }
    /// The specifier of a number with a fraction.
    public var _specifier: String { "%f" }
}

extension Double: _FormatSpecifiable {
    /// The number in double precision.
    public var _arg: Double { Double(self) }
    /// The specifier of a number with a fraction.
    public var _specifier: String { "%lf" }
}

extension CGFloat: _FormatSpecifiable {
    /// The number in double precision.
    public var _arg: Double { Double(self) }
    /// The specifier of a number with a fraction.
    public var _specifier: String { "%lf" }
}
