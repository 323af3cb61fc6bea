/// A property wrapper type that can read and write a value owned by a source of truth.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value>: DynamicProperty {
    /// The binding's transaction.
    public var transaction = Transaction()
    private let access: Access

    /// Creates a binding with closures that read and write the binding value.
    ///
    /// Apple's closures are `@isolated(any)`. Views read and write on the main actor, so closures
    /// of the main actor accept the same arguments and can be called synchronously.
    @preconcurrency
    public init(
        get: @escaping @MainActor @Sendable () -> Value,
        set: @escaping @MainActor @Sendable (Value) -> Void
    ) {
        self.init(get: get) { value, _ in set(value) }
    }

    /// Creates a binding with closures that read and write, the latter with a transaction.
    @preconcurrency
    public init(
        get: @escaping @MainActor @Sendable () -> Value,
        set: @escaping @MainActor @Sendable (Value, Transaction) -> Void
    ) {
        self.init(
            read: {
                MainActor.assumeIsolated { Transferred(get()) }.value
            },
            write: { value, transaction in
                let box = Transferred((value, transaction))
                MainActor.assumeIsolated { set(box.value.0, box.value.1) }
            }
        )
    }

    /// Creates a binding from the value of another binding.
    public init(projectedValue: Binding<Value>) {
        self = projectedValue
    }

    init(read: @escaping () -> Value, write: @escaping (Value, Transaction) -> Void) {
        access = Access(read: read, write: write)
    }

    /// Creates a binding with an immutable value.
    public static func constant(_ value: Value) -> Binding<Value> {
        Binding(read: { value }, write: { _, _ in })
    }

    /// The underlying value referenced by the binding variable.
    public var wrappedValue: Value {
        get { access.read() }
        nonmutating set { access.write(newValue, transaction) }
    }

    /// A projection of the binding value that returns a binding.
    public var projectedValue: Binding<Value> { self }

    /// Returns a binding to the resulting value of a given key path.
    public subscript<Subject>(
        dynamicMember keyPath: WritableKeyPath<Value, Subject>
    ) -> Binding<Subject> {
        map {
            $0[keyPath: keyPath]
        } write: {
            $0[keyPath: keyPath] = $1
        }
    }

    /// Specifies a transaction for the binding.
    public func transaction(_ transaction: Transaction) -> Binding<Value> {
        var copy = self
        copy.transaction = transaction
        return copy
    }

    /// Specifies an animation to perform when the binding value changes.
    public func animation(_ animation: Animation? = .default) -> Binding<Value> {
        var copy = self
        copy.transaction.animation = animation
        return copy
    }

    /// A binding to a part of the value.
    func map<Part>(
        _ read: @escaping (Value) -> Part,
        write: @escaping (inout Value, Part) -> Void
    ) -> Binding<Part> {
        let base = self
        var part = Binding<Part>(
            read: { read(base.wrappedValue) },
            write: { part, transaction in
                var value = base.wrappedValue
                write(&value, part)
                base.access.write(value, transaction)
            }
        )
        part.transaction = transaction
        return part
    }

    /// The closures.
    ///
    /// Safe to share where the value is: they read and write state cells, which lock, or assume the
    /// main actor.
    private final class Access: @unchecked Sendable {
        let read: () -> Value
        let write: (Value, Transaction) -> Void

        init(read: @escaping () -> Value, write: @escaping (Value, Transaction) -> Void) {
            self.read = read
            self.write = write
        }
    }
}

// The transaction is a value without references that could be shared.
extension Binding: @unchecked Sendable where Value: Sendable {}

extension Binding: Identifiable where Value: Identifiable {
    /// The stable identity of the bound value.
    public var id: Value.ID { wrappedValue.id }
}
