/// What a person can do with an element, by name.
package struct Handlers {
    private var table: [HandlerName: @MainActor (HandlerValue) -> Void] = [:]

    package init() {}

    package subscript(name: HandlerName) -> (@MainActor (HandlerValue) -> Void)? {
        get { table[name] }
        set { table[name] = newValue }
    }

    /// The names, sorted.
    package var names: [HandlerName] { table.keys.sorted { $0.rawValue < $1.rawValue } }

    package var isEmpty: Bool { table.isEmpty }

    /// Adds the handlers of another element; those present win.
    package mutating func merge(_ other: Handlers) {
        table.merge(other.table) { present, _ in present }
    }
}

/// The name of a handler.
package struct HandlerName: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A tap, a click, the return key.
    package static let activate = HandlerName(rawValue: "activate")
    /// Sets the value of a control: `.text`, `.number`, `.flag` or `.key`.
    package static let change = HandlerName(rawValue: "change")
    package static let increment = HandlerName(rawValue: "increment")
    package static let decrement = HandlerName(rawValue: "decrement")
    package static let submit = HandlerName(rawValue: "submit")
    /// The element gains (`.flag(true)`) or loses the keyboard focus.
    package static let focus = HandlerName(rawValue: "focus")

    /// An action that assistive technology offers by its name.
    package static func accessibilityAction(_ name: String) -> HandlerName {
        HandlerName(rawValue: "action:\(name)")
    }
}

/// What a person enters.
package enum HandlerValue: Sendable, Equatable {
    case none
    case text(String)
    case number(Double)
    case flag(Bool)
    /// The key of one of the choices that the element shows.
    case key(String)
    /// A point, a movement or a size, in points.
    case point(x: Double, y: Double)
}
