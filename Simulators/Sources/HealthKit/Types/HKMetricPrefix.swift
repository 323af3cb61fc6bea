/// A metric prefix.
public enum HKMetricPrefix: Int, Sendable {
    /// 1.
    case none = 0
    /// A millionth of a millionth.
    case pico = 1
    /// A billionth.
    case nano = 2
    /// A millionth.
    case micro = 3
    /// A thousandth.
    case milli = 4
    /// A hundredth.
    case centi = 5
    /// A tenth.
    case deci = 6
    /// Ten.
    case deca = 7
    /// A hundred.
    case hecto = 8
    /// A thousand.
    case kilo = 9
    /// A million.
    case mega = 10
    /// A billion.
    case giga = 11
    /// A million millions.
    case tera = 12
    /// A thousandth of a millionth of a millionth.
    case femto = 13

    var symbol: String {
        switch self {
        case .none: ""
        case .pico: "p"
        case .nano: "n"
        case .micro: "mc"
        case .milli: "m"
        case .centi: "c"
        case .deci: "d"
        case .deca: "da"
        case .hecto: "h"
        case .kilo: "k"
        case .mega: "M"
        case .giga: "G"
        case .tera: "T"
        case .femto: "f"
        }
    }
}
