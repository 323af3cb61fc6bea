public import Foundation

/// A property wrapper type that reflects a value from `UserDefaults` and invalidates a view on a
/// change in value in that user default.
///
/// A change is noticed if it is made by an app storage of the same hierarchy.
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
    private let key: String
    private let store: UserDefaults?
    private let access: Access
    private var installed: Installed?

    private init(
        key: String,
        store: UserDefaults?,
        read: @escaping (UserDefaults, String) -> Value,
        write: @escaping (UserDefaults, String, Value) -> Void
    ) {
        self.key = key
        self.store = store
        access = Access(read: read, write: write)
    }

    /// The value of the user default.
    public var wrappedValue: Value {
        get { installed?.cell.value ?? access.read(store ?? .standard, key) }
        nonmutating set {
            access.write(installed?.store ?? store ?? .standard, key, newValue)
            installed?.cell.value = newValue
        }
    }

    /// A binding to the value of the user default.
    public var projectedValue: Binding<Value> {
        let property = self
        return Binding(
            read: { property.wrappedValue },
            write: { value, _ in property.wrappedValue = value }
        )
    }

    /// How to read and write.
    ///
    /// Safe to share: it captures a default value of a sendable type, or
    /// is used on the main actor.
    private struct Access: @unchecked Sendable {
        let read: (UserDefaults, String) -> Value
        let write: (UserDefaults, String, Value) -> Void
    }

    /// The storage.
    ///
    /// Safe to share: user defaults and the cell lock.
    private struct Installed: @unchecked Sendable {
        let store: UserDefaults
        let cell: StateCell<Value>
    }
}

extension AppStorage: InstallableProperty {
    mutating func install(on node: ViewNode, slot: Int) {
        let store = store ?? node.environment.appStorageDefaults
        let (access, key) = (access, key)
        let cell = node.graph.sharedCell("\(ObjectIdentifier(store)) \(key)") {
            StateCell(access.read(store, key))
        }
        installed = Installed(store: store, cell: cell)
    }
}

extension AppStorage {
    private init(property initial: Value, _ key: String, _ store: UserDefaults?) {
        self.init(
            key: key,
            store: store,
            read: { $0.object(forKey: $1) as? Value ?? initial },
            write: { $0.set($2, forKey: $1) }
        )
    }

    private init(raw initial: Value, _ key: String, _ store: UserDefaults?)
    where Value: RawRepresentable {
        self.init(
            key: key,
            store: store,
            read: { store, key in
                (store.object(forKey: key) as? Value.RawValue).flatMap { Value(rawValue: $0) }
                    ?? initial
            },
            write: { $0.set($2.rawValue, forKey: $1) }
        )
    }

    /// Creates a property that can read and write to a Boolean user default.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value == Bool {
        self.init(property: wrappedValue, key, store)
    }

    /// Creates a property that can read and write to an integer user default.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value == Int {
        self.init(property: wrappedValue, key, store)
    }

    /// Creates a property that can read and write to a double user default.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value == Double {
        self.init(property: wrappedValue, key, store)
    }

    /// Creates a property that can read and write to a string user default.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value == String {
        self.init(property: wrappedValue, key, store)
    }

    /// Creates a property that can read and write to a user default as data.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value == Data {
        self.init(property: wrappedValue, key, store)
    }

    /// Creates a property that can read and write to an integer user default, transforming that
    /// to a raw representable type.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value: RawRepresentable, Value.RawValue == Int {
        self.init(raw: wrappedValue, key, store)
    }

    /// Creates a property that can read and write to a string user default, transforming that to
    /// a raw representable type.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value: RawRepresentable, Value.RawValue == String {
        self.init(raw: wrappedValue, key, store)
    }
}

private enum AppStorageDefaultsKey: EnvironmentKey {
    // User defaults lock.
    nonisolated(unsafe) static let defaultValue = UserDefaults.standard
}

extension EnvironmentValues {
    var appStorageDefaults: UserDefaults {
        get { self[AppStorageDefaultsKey.self] }
        set { self[AppStorageDefaultsKey.self] = newValue }
    }
}

extension View {
    /// The default store used by `AppStorage` contained within the view.
    nonisolated public func defaultAppStorage(_ store: UserDefaults) -> some View {
        environment(\.appStorageDefaults, store)
    }
}
