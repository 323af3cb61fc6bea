public import Foundation

/// A place in the order in which a store saw changes.
public final class HKQueryAnchor: NSObject, NSSecureCoding, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// The row of the last change that was seen.
    package let row: Int64
    /// The store that it is of; `nil` when it was made from a number.
    package let storeID: UUID?

    package init(row: Int64, storeID: UUID?) {
        self.row = row
        self.storeID = storeID
        super.init()
    }

    /// From the number that anchors once were.
    public convenience init(fromValue value: Int) {
        self.init(row: Int64(value), storeID: nil)
    }

    /// Always: it holds a number and a string.
    public static var supportsSecureCoding: Bool { true }

    /// From an archive.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "row") else { return nil }
        row = coder.decodeInt64(forKey: "row")
        let store = coder.decodeObject(of: NSString.self, forKey: "store")
        storeID = store.flatMap { UUID(uuidString: $0.description) }
        super.init()
    }

    /// Into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(row, forKey: "row")
        if let storeID { coder.encode(NSString(string: storeID.uuidString), forKey: "store") }
    }

    /// Whether the other is the same place.
    override public func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKQueryAnchor else { return false }
        return row == other.row
            && (storeID == other.storeID || storeID == nil || other.storeID == nil)
    }

    /// Of the row.
    override public var hash: Int { row.hashValue }
}
