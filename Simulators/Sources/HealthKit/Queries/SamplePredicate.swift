package import Foundation

/// The predicate class of `HKQuery.predicateFor…`, in a form that the store can evaluate with its
/// indexes.
package final class SamplePredicate: NSPredicate {
    package let filter: SampleFilter

    package init(_ filter: SampleFilter) {
        self.filter = filter
        super.init(value: true)
    }

    /// Predicates cannot be archived.
    package required init?(coder: NSCoder) { nil }

    override package func evaluate(with object: Any?) -> Bool {
        guard let sample = object as? HKSample else { return false }
        return filter.matches(sample, members: { _ in [] })
    }
}
