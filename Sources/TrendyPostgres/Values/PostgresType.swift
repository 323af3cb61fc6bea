/// A PostgreSQL type of parameters and results, with its stable object id (`pg_type.dat`).
package enum PostgresType: UInt32, Sendable {
    case bool = 16
    case bytea = 17
    case int8 = 20
    case int4 = 23
    case text = 25
    case uuid = 2950
    case boolArray = 1000
    case byteaArray = 1001
    case int4Array = 1007
    case textArray = 1009
    case int8Array = 1016
    case uuidArray = 2951

    /// The array type with elements of this type; `nil` for an array type.
    var array: PostgresType? {
        switch self {
        case .bool: .boolArray
        case .bytea: .byteaArray
        case .int8: .int8Array
        case .int4: .int4Array
        case .text: .textArray
        case .uuid: .uuidArray
        default: nil
        }
    }
}
