/// The value that selects a view in a picker, a list or a tab view.
package enum TagKey: UpwardKey {
    package typealias Value = AnyHashable
}

extension View {
    /// Sets the unique tag value of this view.
    nonisolated public func tag<V: Hashable>(
        _ tag: V,
        includeOptional: Bool = true
    ) -> some View {
        upward(TagKey.self, AnyHashable(tag))
    }
}
