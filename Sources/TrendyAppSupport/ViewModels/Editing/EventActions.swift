import Foundation
public import Observation
package import TrendyKit
import TrendyLocalization
public import TrendyModel
package import TrendyStore

/// Actions on events that need no editor: quick log, deletion, and undoing the last of them.
@MainActor
@Observable
public final class EventActions {
    /// An offer to undo the last action.
    public struct UndoOffer: Sendable, Equatable, Identifiable {
        /// The number of the action.
        public let id: Int
        /// What happened, as `Coffee deleted`.
        public let text: String
        /// The name of the action that reverts it.
        public let actionTitle: String
    }

    private enum Reversal {
        case restore(Entity)
        case delete(EntityID)
    }

    /// How long an undo is offered.
    public static let undoTime = Duration.seconds(10)

    /// The offer to undo the last action; `nil` for none.
    public private(set) var undo: UndoOffer?
    /// Why the last action failed; `nil` when it succeeded.
    public private(set) var problem: String?

    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored let formats: DisplayFormatter
    @ObservationIgnored private var reversal: Reversal?
    @ObservationIgnored private var lastOffer = 0

    /// Creates the actions of a store.
    package init(store: DeviceStore, dependencies: Dependencies, formats: DisplayFormatter) {
        self.store = store
        self.dependencies = dependencies
        self.formats = formats
    }

    /// Logs an event of a type that happens now.
    ///
    /// - Returns: the event's id; `nil` when it was not recorded, see ``problem``.
    @discardableResult
    public func log(_ type: EntityID) async -> EntityID? {
        await log(type, id: dependencies.ids.next())
    }

    /// Logs an event of a type that happens now, with an id of the caller.
    ///
    /// - Returns: the event's id; `nil` when it was not recorded, see ``problem``.
    package func log(_ type: EntityID, id: EntityID) async -> EntityID? {
        let now = dependencies.wallClock.now()
        var event = Event(eventTypeID: type, timestamp: now, sourceType: .manual)
        event.timeZone = formats.zones().zone(at: now).identifier
        do {
            let name = try await store.write { [event] transaction in
                guard let type = try transaction.entities.fetch(id: type) else {
                    throw StoreError(.notFound, .noEntity(id: "\(type)"))
                }
                try transaction.entities.create(event, id: id)
                return EventTypeFormatter.type(type).name
            }
            offer(.delete(id), Strings.EventTypes.logged(["name": name]))
            return id
        } catch {
            problem = Strings.EventTypes.notLogged(["reason": Self.reason(error)])
            return nil
        }
    }

    /// Deletes an event and offers to undo it.
    public func delete(_ id: EntityID) async {
        do {
            _ = try await deleteOfferingUndo(id)
        } catch {
            problem = Strings.Editor.notDeleted(["reason": Self.reason(error)])
        }
    }

    /// Deletes an event and offers to undo it.
    ///
    /// - Returns: whether the event existed.
    func deleteOfferingUndo(_ id: EntityID) async throws -> Bool {
        guard let deleted = try await DeleteEvent(store: store)(id) else {
            problem = nil
            return false
        }
        let typeID = deleted.readable(as: Event.self)?.fields.eventTypeID
        var name = Strings.Timeline.unknownType()
        if let typeID, let type = try await store.read({ try $0.entities.fetch(id: typeID) }) {
            name = EventTypeFormatter.type(type).name
        }
        offer(.restore(deleted), Strings.EventTypes.deleted(["name": name]))
        return true
    }

    /// Undoes the last action; does nothing without an offer.
    ///
    /// A deleted event is restored with its id and content. When that fails, it is offered again:
    /// the person may free some space in between.
    public func performUndo() async {
        guard let reversal, let undone = undo else { return }
        dismissUndo()
        do {
            switch reversal {
            case .restore(let entity): try await RestoreEvent(store: store)(entity)
            case .delete(let id): try await DeleteEvent(store: store)(id)
            }
            problem = nil
        } catch {
            let isGone = (error as? StoreError)?.code == .notFound
            if undo == nil, !isGone { offer(reversal, undone.text) }
            problem = Strings.EventTypes.notUndone(["reason": Self.reason(error)])
        }
    }

    /// Withdraws the offer.
    public func dismissUndo() {
        undo = nil
        reversal = nil
    }

    /// Withdraws the current offer after ``undoTime``, unless the task is cancelled before.
    public func expireUndo() async {
        guard let offer = undo else { return }
        do {
            try await dependencies.clock.sleep(for: Self.undoTime)
        } catch {
            return  // The view that shows the offer is gone, or shows another one.
        }
        if undo == offer { dismissUndo() }
    }

    /// Dismisses the message of the last failure.
    public func clearProblem() {
        problem = nil
    }

    private func offer(_ reversal: Reversal, _ text: String) {
        lastOffer += 1
        problem = nil
        self.reversal = reversal
        undo = UndoOffer(id: lastOffer, text: text, actionTitle: Strings.EventTypes.undo())
    }

    static func reason(_ error: any Error) -> String {
        if let error = error as? StoreError, error.code == .notFound {
            return Strings.Editor.missing()
        }
        return ErrorPresenter.text(for: error)
    }
}
