/// A screen that is presented over the tabs.
enum MainSheet: Hashable, Identifiable {
    /// The components of the design system in all their states.
    case gallery

    var id: Self { self }
}
