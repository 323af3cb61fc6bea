import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyPlaces
import TrendyStore

// Locating, saving and deleting.
extension PlaceEditorViewModel {
    /// Moves the centre to the current location of the device.
    ///
    /// Waits at most 15 s. Without permission it offers to ask for it.
    public func useCurrentLocation() async {
        guard !isLocating else { return }
        isLocating = true
        defer { isLocating = false }
        (locationProblem, locationAction) = (nil, nil)
        guard let monitor = places.monitor, let fix = await monitor.locate() else {
            await explainMissingLocation()
            return
        }
        center = fix.coordinate
    }

    /// Moves the centre by a distance; does nothing without a centre.
    ///
    /// - Parameters:
    ///   - eastMeters: to the east; negative to the west.
    ///   - northMeters: to the north; negative to the south. A pole is not crossed.
    public func move(eastMeters: Double, northMeters: Double) {
        center = center?.offset(east: eastMeters, north: northMeters)
    }

    private func explainMissingLocation() async {
        // An unreadable state of the permission leaves the general text.
        let authorization = try? await places.monitor?.health().authorization
        switch authorization?.state {
        case .denied, .servicesOff, .restricted, .notAsked, .initialCheck:
            locationProblem = authorization?.text
            locationAction = authorization?.action
        case nil, .whileUsing, .onlyWhileUsing, .always, .imprecise:
            locationProblem = Strings.PlaceEditor.notLocated()
        }
    }

    /// Saves the place; shows what is wrong with the fields when it cannot be saved.
    ///
    /// Fields that the person did not change keep the values of other devices.
    ///
    /// - Returns: whether it was saved, so that the screen can close.
    public func save() async -> Bool {
        await load()
        edited.formUnion(["name", "latitude", "radius"])
        guard canSave, let geofence else { return false }
        do {
            try await places.store.write { [id, loaded] transaction in
                guard let id, let loaded else {
                    try transaction.entities.create(geofence)
                    return
                }
                let change = geofence.document.changes(from: loaded.document)
                try transaction.entities.update(id: id, change: change)
            }
            problem = nil
            await places.refresh()
            return true
        } catch is CancellationError {
            return false
        } catch {
            problem = Strings.PlaceStates.notSaved(["reason": ErrorPresenter.text(for: error)])
            return false
        }
    }

    /// Deletes the place; ``PlacesViewModel/undoDelete()`` restores it.
    ///
    /// - Returns: whether it was deleted, so that the screen can close.
    public func delete() async -> Bool {
        guard let id else { return true }
        do {
            try await places.remove(id)
            problem = nil
            await places.refresh()
            return true
        } catch is CancellationError {
            return false
        } catch {
            problem = Strings.PlaceStates.notSaved(["reason": ErrorPresenter.text(for: error)])
            return false
        }
    }
}
