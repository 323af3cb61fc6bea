import TrendyLocalization
public import TrendyModel
import TrendyStore

// What a person can do with a place, and the view models of its screens.
extension PlacesViewModel {
    /// Creates the view model of one place and its visits.
    public func place(_ id: EntityID) -> PlaceViewModel {
        PlaceViewModel(id, of: self)
    }

    /// Creates the view model of the editor.
    ///
    /// - Parameters:
    ///   - id: the place to edit; `nil` for a new one.
    ///   - center: the centre of a new place; `nil` when the person has not chosen one.
    /// - Returns: the view model, before ``PlaceEditorViewModel/load()``.
    public func editor(_ id: EntityID? = nil, at center: Coordinate? = nil) -> PlaceEditorViewModel
    {
        PlaceEditorViewModel(id, at: center, of: self)
    }

    /// Turns a place on or off; its visits are kept.
    public func setActive(_ isActive: Bool, _ id: EntityID) async {
        await perform(orShow: Strings.PlaceStates.notSaved) { try await write(isActive, id) }
    }

    func write(_ isActive: Bool, _ id: EntityID) async throws {
        var change = Document()
        change["is_active"] = RawJSON(isActive)
        try await store.write { [change] in try $0.entities.update(id: id, change: change) }
    }

    /// Deletes a place; its visits are kept.
    ///
    /// ``undoDelete()`` restores it, unless a field could not be read. An open visit ends.
    public func delete(_ id: EntityID) async {
        await perform(orShow: Strings.PlaceStates.notSaved) { try await remove(id) }
    }

    func remove(_ id: EntityID) async throws {
        let geofence = try await store.write { transaction -> Geofence? in
            let entity = try transaction.entities.fetch(id: id)
            try transaction.entities.delete(id: id)
            // A place that cannot be decoded cannot be restored.
            return entity.flatMap { try? Geofence(document: $0.document()) }
        }
        deletions += 1
        deleted = geofence.map { (id, $0) }
        undo = geofence.map {
            Undo(
                id: deletions,
                text: Strings.PlaceStates.deleted(["place": $0.name]),
                buttonText: Strings.PlaceStates.undo()
            )
        }
    }

    /// Restores the place that was deleted last, with the same id and content.
    public func undoDelete() async {
        guard let deleted else { return }
        await perform(orShow: Strings.PlaceStates.notSaved) {
            try await store.write {
                try $0.entities.create(deleted.geofence, id: deleted.id)
            }
            dismissUndo()
        }
    }

    /// The content of the place that was deleted last, from which ``restore(_:id:)`` creates it
    /// again after this view model is gone; `nil` when it cannot be restored.
    package var deletedContent: RawJSON? { deleted?.geofence.document.json }

    /// Creates a deleted place again; does nothing when there is one with the id.
    ///
    /// - Parameters:
    ///   - content: the content as ``deletedContent`` gave it.
    ///   - id: the id of the place.
    /// - Throws: `FieldError` for a content that is not one of a place, and errors of the database.
    package func restore(_ content: RawJSON, id: EntityID) async throws {
        let geofence = try Geofence(document: Document(json: content))
        try await store.write { transaction in
            guard try transaction.entities.fetch(id: id) == nil else { return }
            try transaction.entities.create(geofence, id: id)
        }
    }

    /// Gives up the possibility to restore the last deleted place after ``EventActions/undoTime``,
    /// unless the task is cancelled before.
    public func expireUndo() async {
        guard let offer = undo else { return }
        do {
            try await dependencies.clock.sleep(for: EventActions.undoTime)
        } catch {
            return  // The view that shows the offer is gone, or shows another one.
        }
        if undo == offer { dismissUndo() }
    }

    /// Gives up the possibility to restore the last deleted place.
    public func dismissUndo() {
        deleted = nil
        undo = nil
    }
}
