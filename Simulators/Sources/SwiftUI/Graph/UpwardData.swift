/// Data that a view gives to a container above it, such as a navigation title.
package protocol UpwardKey {
    associatedtype Value
}

extension ViewNode {
    /// Sets data for the containers above.
    ///
    /// Call it from `makeNode` or `apply(to:)`.
    package func setUpward<Key: UpwardKey>(_ key: Key.Type, _ value: Key.Value) {
        upwardData[ObjectIdentifier(key)] = value
    }

    /// The data of this node alone.
    package func ownUpward<Key: UpwardKey>(_ key: Key.Type) -> Key.Value? {
        upwardData[ObjectIdentifier(key)] as? Key.Value
    }

    /// The data that this node and the nodes below give, outermost first.
    ///
    /// Nodes below that set `stopsUpwardData` keep theirs; the one where the search begins does not.
    /// With `everywhere`, all nodes are searched.
    package func upward<Key: UpwardKey>(
        _ key: Key.Type,
        everywhere: Bool = false
    ) -> [Key.Value] {
        var found = ownUpward(key).map { [$0] } ?? []
        for child in children where everywhere || !child.stopsUpwardData {
            found += child.upward(key, everywhere: everywhere)
        }
        return found
    }
}
