/// What the views of a navigation stack share: its path and the destinations of values.
@MainActor
package final class NavigationContext {
    private struct Destination {
        let node: Int
        let page: Int
        let build: (AnyHashable) -> AnyView?
    }

    var path: Path
    private let ownPath = StateCell<[AnyHashable]>([])
    private let revision = StateCell(0)
    private var changes = 0
    private var destinations: [ObjectIdentifier: [Destination]] = [:]

    init() {
        let ownPath = ownPath
        path = Path(
            read: { ownPath.value },
            write: { ownPath.value = $0 }
        )
    }

    /// Shows the page of a value above the present one.
    package func push(_ value: AnyHashable) {
        path.write(path.read() + [value])
    }

    /// Removes the pages above the first ones; the root is page 0.
    package func keepPages(through index: Int) {
        let values = path.read()
        if values.count > index { path.write(Array(values.prefix(index))) }
    }

    /// Sets the destination of a type.
    ///
    /// Of several, the one closest to the root counts.
    func setDestination(
        of type: ObjectIdentifier,
        from node: ViewNode,
        page: Int,
        build: @escaping (AnyHashable) -> AnyView?
    ) {
        var known = destinations[type] ?? []
        let destination = Destination(node: node.id, page: page, build: build)
        if let index = known.firstIndex(where: { $0.node == node.id }) {
            known[index] = destination
        } else {
            known.append(destination)
        }
        known.sort { ($0.page, $0.node) < ($1.page, $1.node) }
        destinations[type] = known
        // Of the others no page is made, so nothing changes.
        guard known.first?.node == node.id else { return }
        // Written without a read, which would make the caller depend on it.
        changes += 1
        revision.value = changes
    }

    func removeDestination(of type: ObjectIdentifier, from node: Int) {
        destinations[type]?.removeAll { $0.node == node }
    }

    /// The content of a value's page.
    ///
    /// The caller is evaluated again when the destination changes.
    func content(of value: AnyHashable) -> AnyView? {
        _ = revision.value
        return destinations[ObjectIdentifier(type(of: value.base))]?.first?.build(value)
    }

    /// The values of the pages above the root.
    struct Path {
        let read: () -> [AnyHashable]
        let write: ([AnyHashable]) -> Void
    }
}

private enum NavigationContextKey: EnvironmentKey {
    static let defaultValue: NavigationContext? = nil
}

private enum NavigationPageIndexKey: EnvironmentKey {
    static let defaultValue = 0
}

extension EnvironmentValues {
    /// The stack around the view; `nil` outside of one.
    package var navigation: NavigationContext? {
        get { self[NavigationContextKey.self] }
        set { self[NavigationContextKey.self] = newValue }
    }

    /// The place of the page in its stack; the root is 0.
    var navigationPageIndex: Int {
        get { self[NavigationPageIndexKey.self] }
        set { self[NavigationPageIndexKey.self] = newValue }
    }
}
