/// Where a child stands among the children of its parent: with the child's type, its identity.
package enum NodeKey: Hashable {
    /// The `body` of a composite view.
    case body
    /// The position in a view builder's block.
    case index(Int)
    /// The branch of an `if` or `switch`.
    case branch(Bool)
    /// An identity that the data or the app gives; `occurrence` tells duplicates apart.
    case id(AnyHashable, occurrence: Int)
    /// A named part of a primitive view, such as its label.
    case slot(String)
}
