package import Foundation

/// What `HKQuery.predicateFor…` returns: a predicate that the store can read.
package final class SamplePredicate: NSPredicate {
    package let filter: SampleFilter

    package init(_ filter: SampleFilter) {
        self.filter = filter
        super.init(value: true)
    }

    /// Predicates are not archived.
    package required init?(coder: NSCoder) { nil }

    override package func evaluate(with object: Any?) -> Bool {
        guard let sample = object as? HKSample else { return false }
        return filter.matches(sample, members: { _ in [] })
    }
}
