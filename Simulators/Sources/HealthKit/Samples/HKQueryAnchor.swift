public import Foundation

/// A position in the order in which changes reached a store.
public final class HKQueryAnchor: NSObject, NSSecureCoding, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// The row of the last returned change.
    package let row: Int64
    /// The store that created it; `nil` when it was created from a number.
    package let storeID: UUID?

    package init(row: Int64, storeID: UUID?) {
        self.row = row
        self.storeID = storeID
        super.init()
    }

    /// An anchor from a number, the older representation.
    public convenience init(fromValue value: Int) {
        self.init(row: Int64(value), storeID: nil)
    }

    /// Always true: it contains a number and a string.
    public static var supportsSecureCoding: Bool { true }

    /// Decodes an archive.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "row") else { return nil }
        row = coder.decodeInt64(forKey: "row")
        // Reading a missing key makes the whole archive invalid.
        let store =
            coder.containsValue(forKey: "store")
            ? coder.decodeObject(of: NSString.self, forKey: "store") : nil
        storeID = store.flatMap { UUID(uuidString: $0.description) }
        super.init()
    }

    /// Encodes into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(row, forKey: "row")
        if let storeID { coder.encode(NSString(string: storeID.uuidString), forKey: "store") }
    }

    /// Compares the positions.
    override public func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKQueryAnchor else { return false }
        return row == other.row
            && (storeID == other.storeID || storeID == nil || other.storeID == nil)
    }

    /// The hash of the row.
    override public var hash: Int { row.hashValue }
}
