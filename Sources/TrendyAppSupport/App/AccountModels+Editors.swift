public import TrendyModel

extension AccountModels {
    /// An editor of a new event.
    ///
    /// - `type`: its type; `nil` lets the person choose.
    public func newEvent(ofType type: EntityID? = nil) -> EventEditorViewModel {
        EventEditorViewModel(
            store: actions.store,
            dependencies: actions.dependencies,
            formats: actions.formats,
            actions: actions,
            type: type
        )
    }

    /// An editor of an event.
    public func editEvent(_ id: EntityID) -> EventEditorViewModel {
        EventEditorViewModel(
            store: actions.store,
            dependencies: actions.dependencies,
            formats: actions.formats,
            actions: actions,
            event: id
        )
    }

    /// An editor of a new event type.
    public func newEventType() -> EventTypeEditorViewModel {
        EventTypeEditorViewModel(store: actions.store, dependencies: actions.dependencies)
    }

    /// An editor of an event type.
    public func editEventType(_ id: EntityID) -> EventTypeEditorViewModel {
        EventTypeEditorViewModel(store: actions.store, dependencies: actions.dependencies, type: id)
    }

    /// An editor of a new property of an event type.
    public func newProperty(ofType type: EntityID) -> PropertyEditorViewModel {
        PropertyEditorViewModel(
            store: actions.store,
            dependencies: actions.dependencies,
            type: type
        )
    }

    /// An editor of a property of an event type.
    public func editProperty(_ id: EntityID, ofType type: EntityID) -> PropertyEditorViewModel {
        PropertyEditorViewModel(
            store: actions.store,
            dependencies: actions.dependencies,
            type: type,
            property: id
        )
    }
}
