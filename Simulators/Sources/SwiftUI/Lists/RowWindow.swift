/// How many rows of a list are evaluated: those from the top to somewhat below the screen.
///
/// Each `ForEach` evaluates its first rows only. The list grows the first one that has more until
/// there are enough rows, so nothing is missing between the rows that are shown.
@MainActor
package final class RowWindow {
    /// The rows that a list shows at first, and more with each scroll.
    package static let pageSize = 40

    private unowned let list: ViewNode
    private var limit = RowWindow.pageSize

    init(list: ViewNode) {
        self.list = list
    }

    /// Scrolls towards the end.
    package func loadMore() {
        limit = loadedRows + RowWindow.pageSize
        fill()
    }

    /// Grows the first `ForEach` that has more rows if there are too few.
    func fill() {
        var count = 0
        guard let pending = Self.firstPending(in: list, counting: &count), count < limit else {
            return
        }
        let progress = pending.memory { RowProgress() }
        // An element of a `ForEach` of sections is several rows.
        let rows = max(progress.limit, Self.rows(in: pending))
        progress.limit += max(1, (limit - count) * progress.limit / rows)
        pending.invalidate()
    }

    private var loadedRows: Int {
        var count = 0
        _ = Self.firstPending(in: list, counting: &count)
        return count
    }

    private static func rows(in node: ViewNode) -> Int {
        node.children.reduce(0) { count, child in
            switch child.element?.role {
            case .pendingRows, .carrier, .sectionHeader, .sectionFooter: count
            case nil, .section: count + rows(in: child)
            default: count + 1
            }
        }
    }

    /// The first `ForEach` with rows that are not evaluated, and the number of rows before.
    private static func firstPending(in node: ViewNode, counting count: inout Int) -> ViewNode? {
        for child in node.children {
            switch child.element?.role {
            case .pendingRows: return node
            case .carrier, .sectionHeader, .sectionFooter: continue
            case nil, .section:
                if let found = firstPending(in: child, counting: &count) { return found }
            default: count += 1
            }
        }
        return nil
    }
}

/// How many rows a `ForEach` of a list evaluates.
final class RowProgress {
    var limit = 4
}

/// Marks in the screen where rows follow that are not evaluated yet.
struct PendingRows {}

extension PendingRows: View, PrimitiveView {
    typealias Body = Never

    func makeNode(_ node: ViewNode) {
        node.element = Element(.pendingRows)
    }
}

private enum RowWindowKey: EnvironmentKey {
    static let defaultValue: RowWindow? = nil
}

extension EnvironmentValues {
    /// The window of the list whose rows the view makes; `nil` inside of a row.
    var rowWindow: RowWindow? {
        get { self[RowWindowKey.self] }
        set { self[RowWindowKey.self] = newValue }
    }
}

extension Role {
    /// Whether the children of such an element are rows of the list around it.
    var containsRows: Bool { self == .list || self == .section }
}
