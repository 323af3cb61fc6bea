import Foundation
public import Observation
import TrendyKit
import TrendyLocalization
public import TrendyModel
public import TrendyPlaces
import TrendyStore

/// The view model of the editor of a place.
///
/// A place has the colour and the icon of the type of its visits.
@MainActor
@Observable
public final class PlaceEditorViewModel {
    /// A type of visits.
    public struct TypeChoice: Sendable, Equatable, Identifiable {
        /// The event type; `nil` for the type that Trendy creates for visits.
        public let id: EntityID?
        /// Its name.
        public let name: String
        /// Its colour as `#RRGGBB`.
        public let color: String
        /// Its SF Symbol.
        public let icon: String
    }

    /// Whether the place is new.
    public let isNew: Bool
    /// The name.
    public var name = "" { didSet { if name != oldValue { edited.insert("name") } } }
    /// The centre; `nil` until the person chooses one.
    public var center: Coordinate? {
        didSet { if center != oldValue { edited.insert("latitude") } }
    }
    /// The radius in metres.
    public var radiusMeters = PlaceEditorViewModel.defaultRadius {
        didSet { if radiusMeters != oldValue { edited.insert("radius") } }
    }
    /// Whether an arrival notifies.
    public var notifyOnEntry = true
    /// Whether a departure notifies.
    public var notifyOnExit = true
    /// Whether the place is watched.
    public var isActive = true
    /// The type of its visits; `nil` for the type that Trendy creates for visits.
    public var typeID: EntityID?
    /// The type of an event of its own at each departure; `nil` for none.
    package var exitTypeID: EntityID? {
        didSet { if exitTypeID != oldValue { edited.insert("event_type_exit_id") } }
    }
    /// The types of visits to choose from, Trendy's own first; empty before ``load()``.
    public private(set) var types: [TypeChoice] = []
    /// Whether the device is being located.
    public internal(set) var isLocating = false
    /// Why the device was not located; `nil` when it was, or was not asked to be.
    public internal(set) var locationProblem: String?
    /// What the app can do about ``locationProblem``.
    public internal(set) var locationAction: PlaceAction?
    /// Why the place was not loaded, saved or deleted; `nil` when it was.
    public internal(set) var problem: String?

    /// The radius of a new place, in metres.
    public static let defaultRadius = 150.0
    /// The maximum number of characters of a name; a server accepts 400 bytes.
    static let maximumNameLength = 100
    /// The radii that a place can have, in metres.
    public static let radiusRange = 100.0...10_000.0

    let id: EntityID?
    @ObservationIgnored let places: PlacesViewModel
    /// The place as it was loaded; `nil` for a new one, and before ``load()``.
    var loaded: Geofence?
    /// The fields that were edited or that a failed save has shown.
    var edited: Set<String> = []
    /// The names of other places, folded.
    private var takenNames: Set<String> = []

    init(_ id: EntityID?, at center: Coordinate?, of places: PlacesViewModel) {
        self.id = id
        self.places = places
        isNew = id == nil
        self.center = center
    }

    /// The title of the screen.
    public var title: String {
        isNew ? Strings.PlaceEditor.newPlace() : Strings.PlaceEditor.editPlace()
    }
    /// The radius as text.
    public var radiusText: String {
        Strings.Places.radius(["radius": places.formats.number(radiusMeters)])
    }

    // MARK: Validation

    private var trimmedName: String { name.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// The place as entered; `nil` without a centre.
    var geofence: Geofence? {
        guard let center else { return nil }
        var geofence =
            loaded ?? Geofence(name: "", latitude: 0, longitude: 0, radiusMeters: radiusMeters)
        geofence.name = trimmedName
        geofence.latitude = center.latitude
        geofence.longitude = center.longitude
        geofence.radiusMeters = radiusMeters
        geofence.notifyOnEntry = notifyOnEntry
        geofence.notifyOnExit = notifyOnExit
        geofence.isActive = isActive
        // The same type for both ends stays the same.
        if edited.contains("event_type_exit_id") {
            geofence.eventTypeExitID = exitTypeID
        } else if let exit = geofence.eventTypeExitID, exit == geofence.eventTypeEntryID {
            geofence.eventTypeExitID = typeID
        }
        geofence.eventTypeEntryID = typeID
        return geofence
    }

    private var invalidName: String? {
        if trimmedName.isEmpty { return Strings.PlaceEditor.nameMissing() }
        if trimmedName.count > Self.maximumNameLength || trimmedName.utf8.count > 400 {
            return Strings.PlaceEditor.nameTooLong(["limit": String(Self.maximumNameLength)])
        }
        let isTaken = takenNames.contains(trimmedName.lowercased())
        return isTaken ? Strings.PlaceEditor.nameTaken() : nil
    }

    private var invalidRadius: String? {
        let range = Self.radiusRange
        // NaN is not below the range.
        if !(radiusMeters >= range.lowerBound) {
            let limit = places.formats.number(range.lowerBound)
            return Strings.PlaceEditor.radiusTooSmall(["limit": limit])
        }
        if radiusMeters > range.upperBound {
            let limit = places.formats.number(range.upperBound)
            return Strings.PlaceEditor.radiusTooLarge(["limit": limit])
        }
        return nil
    }

    /// What is wrong with the name; `nil` when it is valid, or not edited yet.
    public var nameProblem: String? { edited.contains("name") ? invalidName : nil }
    /// What is wrong with the centre; `nil` when there is one, or a save was not tried yet.
    public var centerProblem: String? {
        edited.contains("latitude") && center == nil ? Strings.PlaceEditor.centerMissing() : nil
    }
    /// What is wrong with the radius; `nil` when it is valid, or not edited yet.
    public var radiusProblem: String? { edited.contains("radius") ? invalidRadius : nil }
    /// Whether all fields are valid.
    public var canSave: Bool {
        invalidName == nil && center != nil && invalidRadius == nil && (isNew || loaded != nil)
    }

    // MARK: Loading

    /// Reads the place, the types and the names of other places.
    public func load() async {
        do {
            let isFound = try await read()
            problem = isFound ? nil : Strings.PlaceStates.missing()
        } catch is CancellationError {
            // The screen is gone.
        } catch {
            problem = Strings.Places.unreadable(["reason": ErrorPresenter.text(for: error)])
        }
    }

    /// - Returns: whether the place exists, or is new.
    private func read() async throws -> Bool {
        let (entities, typeEntities) = try await places.store.read { transaction in
            (
                try transaction.entities.fetchAll(kind: .geofence),
                try transaction.entities.fetchAll(kind: .eventType)
            )
        }
        takenNames = Set(
            entities.filter { $0.id != id }.map { ListedPlace($0).name.lowercased() }
        )
        types = Self.choices(typeEntities)
        guard let id, loaded == nil else { return true }
        guard let entity = entities.first(where: { $0.id == id }) else { return false }
        show(try Geofence(document: entity.document()))
        return true
    }

    private static func choices(_ entities: [Entity]) -> [TypeChoice] {
        let stored = entities.first { $0.id == VisitType.id }
        let own = stored.map(EventTypeFormatter.type) ?? VisitType.localizedFields
        let others = entities.filter { $0.id != VisitType.id }.map { entity in
            let type = EventTypeFormatter.type(entity)
            return TypeChoice(id: entity.id, name: type.name, color: type.color, icon: type.icon)
        }
        return [TypeChoice(id: nil, name: own.name, color: own.color, icon: own.icon)] + others
    }

    private func show(_ geofence: Geofence) {
        loaded = geofence
        name = geofence.name
        center = Coordinate(latitude: geofence.latitude, longitude: geofence.longitude)
        radiusMeters = geofence.radiusMeters
        notifyOnEntry = geofence.notifyOnEntry
        notifyOnExit = geofence.notifyOnExit
        isActive = geofence.isActive
        typeID = geofence.eventTypeEntryID
        exitTypeID = geofence.eventTypeExitID
        edited = []
    }
}
