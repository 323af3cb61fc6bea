extension ViewNode {
    /// Declares the label of a control, which names it also where labels are hidden.
    func declareLabel(_ label: some View) {
        if environment.labelsHidden {
            child(.slot("label"), label.modifier(SpokenOnlyModifier()))
        } else {
            child(.slot("label"), label)
        }
    }
}
