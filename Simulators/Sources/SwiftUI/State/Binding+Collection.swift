extension Binding: Sequence where Value: MutableCollection {
    /// A binding to an element.
    public typealias Element = Binding<Value.Element>
    /// An iterator over the bindings.
    public typealias Iterator = IndexingIterator<Binding<Value>>
    /// A part of the collection.
    public typealias SubSequence = Slice<Binding<Value>>
}

extension Binding: Collection where Value: MutableCollection {
    /// A position in the collection.
    public typealias Index = Value.Index
    /// The valid positions.
    public typealias Indices = Value.Indices

    /// The position of the first element.
    public var startIndex: Value.Index { wrappedValue.startIndex }

    /// The position after the last element.
    public var endIndex: Value.Index { wrappedValue.endIndex }

    /// The valid positions in ascending order.
    public var indices: Value.Indices { wrappedValue.indices }

    /// The position after a given one.
    public func index(after i: Value.Index) -> Value.Index {
        wrappedValue.index(after: i)
    }

    /// A binding to the element at a position.
    public subscript(position: Value.Index) -> Binding<Value.Element> {
        let present = wrappedValue[position]
        // A view may read once more after its element was removed, before it goes away.
        return map {
            $0.indices.contains(position) ? $0[position] : present
        } write: {
            value,
            new in
            if value.indices.contains(position) { value[position] = new }
        }
    }
}

extension Binding: BidirectionalCollection
where Value: BidirectionalCollection & MutableCollection {
    /// The position before a given one.
    public func index(before i: Value.Index) -> Value.Index {
        wrappedValue.index(before: i)
    }
}

extension Binding: RandomAccessCollection
where Value: MutableCollection & RandomAccessCollection {}
