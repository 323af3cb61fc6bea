public import Observation
package import TrendyKit
import TrendyLocalization
package import TrendyModel
package import TrendyStore
public import TrendyWire

/// The view model of the onboarding screens.
///
/// Each step is stored before the next one is shown. Entities are created through the same use
/// cases as in the rest of the app.
@Observable
@MainActor
public final class OnboardingViewModel {
    /// The suggested event types.
    public let templates = EventTypeTemplate.all
    /// The name of the chosen event type; `nil` until one is chosen.
    public private(set) var typeName: String?
    /// Whether something is being recorded or a permission request is open.
    public private(set) var isBusy = false
    /// The localized message of the last error; `nil` when the last action succeeded.
    public private(set) var errorMessage: String?

    @ObservationIgnored private let router: AppRouter
    @ObservationIgnored private let onboarding: OnboardingStatusService
    @ObservationIgnored private let sessions: any SessionCache
    @ObservationIgnored private let dependencies: Dependencies
    @ObservationIgnored private let permissions: PermissionRequests
    @ObservationIgnored private let store: @MainActor () -> DeviceStore?
    /// Lets what the person does wait for ``resume()``.
    @ObservationIgnored private let mutex = AsyncMutex()
    @ObservationIgnored private var asking: Task<OnboardingStatus.Answer, any Error>?

    /// Creates a view model.
    ///
    /// - Parameters:
    ///   - router: provides the step to show; notified when it changes.
    ///   - onboarding: stores the progress.
    ///   - sessions: the signed-in account.
    ///   - dependencies: clock, random source and id source.
    ///   - permissions: requests permissions from the person; `nil` requests none.
    ///   - store: returns the current database; another one after each sign-in, `nil` during an
    ///     account change.
    package init(
        router: AppRouter,
        onboarding: OnboardingStatusService,
        sessions: any SessionCache,
        dependencies: Dependencies,
        permissions: PermissionRequests? = nil,
        store: @escaping @MainActor () -> DeviceStore?
    ) {
        self.router = router
        self.onboarding = onboarding
        self.sessions = sessions
        self.dependencies = dependencies
        self.permissions = permissions ?? PermissionRequests()
        self.store = store
    }

    /// The step that is shown; `nil` outside the onboarding.
    public var step: OnboardingStep? {
        if case .onboarding(let step) = router.route { step } else { nil }
    }

    /// Whether signing in can be skipped: not when the database belongs to an account.
    public var canDeferSignIn: Bool { sessions.account == nil }

    /// Moves on from the current step: completes it, or skips a permission or the sign-in.
    public func proceed() {
        switch step {
        case .signIn? where !canDeferSignIn: errorMessage = Strings.Onboarding.signInNeeded()
        case .permission(let permission)?:
            asking?.cancel()
            answer(permission, .skipped)
        case let step?: move { try onboarding.complete(step) }
        case nil: break
        }
    }

    /// Requests the permission of the current step from the system, records the answer, and moves
    /// on.
    ///
    /// Records nothing when the person has moved on meanwhile, as ``proceed()`` allows. Work that
    /// starts with the answer, such as the first capture, continues after the next step is shown.
    public func requestPermission() async {
        guard case .permission(let permission)? = step, !isBusy else { return }
        (isBusy, errorMessage) = (true, nil)
        // Owned here: it is awaited below, and `proceed` cancels it.
        let asking = Task(name: "Ask for a permission") { [permissions] in
            try await permissions.request(permission)
        }
        self.asking = asking
        do {
            let answer = try await withTaskCancellationHandler {
                try await asking.value
            } onCancel: {
                asking.cancel()
            }
            isBusy = false
            if step == .permission(permission) { self.answer(permission, answer) }
            await permissions.answered(permission)
        } catch {
            isBusy = false
            guard step == .permission(permission), !(error is CancellationError) else { return }
            errorMessage = Strings.Onboarding.notAsked(["reason": ErrorPresenter.text(for: error)])
        }
    }

    /// Records the answer to a permission request and moves on.
    public func answer(
        _ permission: OnboardingStatus.Permission,
        _ answer: OnboardingStatus.Answer
    ) {
        move { try onboarding.answer(permission, answer) }
    }

    /// Creates the suggested event type and moves on.
    public func choose(_ template: EventTypeTemplate) async {
        await choose(template.eventType)
    }

    /// Creates an event type with a name and moves on.
    public func choose(name: String) async {
        guard name.contains(where: { !$0.isWhitespace }) else {
            errorMessage = Strings.Onboarding.nameNeeded()
            return
        }
        await choose(EventType(name: name))
    }

    /// Records the first event and moves on.
    ///
    /// Uses the chosen type, or else the first type in the store, for example after a sync. Without
    /// a type it sets ``errorMessage`` and stays at the step.
    public func recordFirstEvent(notes: String? = nil) async {
        await record(at: [.firstEvent]) { [typeName, dependencies] store -> String? in
            var name = typeName
            if name == nil { name = try await Self.firstType(in: store)?.name }
            guard let name else { return nil }
            _ = try await RecordManualEvent(store: store, dependencies: dependencies)(
                .init(typeName: name, notes: notes)
            )
            return name
        } then: { [self] name in
            guard let name else {
                errorMessage = Strings.Onboarding.nameNeeded()
                return
            }
            typeName = name
            move { try onboarding.complete(.firstEvent) }
        }
    }

    /// Completes the steps whose entity was recorded before the app was terminated.
    ///
    /// Call it when the screens appear.
    public func resume() async {
        await perform { store in
            try await Self.firstType(in: store)
        } then: { [self] found in
            guard let found else { return }
            typeName = typeName ?? found.name
            if step == .firstEventType { move { try onboarding.complete(.firstEventType) } }
            if step == .firstEvent, found.hasEvent {
                move { try onboarding.complete(.firstEvent) }
            }
        }
    }

    /// Restarts the onboarding from the settings.
    ///
    /// For an account this needs the server.
    public func startOver() async {
        guard step == nil, !isBusy else { return }
        (isBusy, errorMessage) = (true, nil)
        defer { isBusy = false }
        do {
            let place = try await onboarding.startOver()
            typeName = nil
            router.startedOver(at: place)
        } catch {
            errorMessage = Strings.Onboarding.notStartedOver([
                "reason": ErrorPresenter.text(for: error)
            ])
        }
    }

    /// The first type that the person created, preferably one with an event.
    private nonisolated static func firstType(
        in store: DeviceStore
    ) async throws -> (name: String, hasEvent: Bool)? {
        // Types that capture created say nothing about what the person did.
        let types = try await EventTypeRepository(store).all().filter { $0.id.uuidVersion == 7 }
        for type in types {
            let events = try await store.read {
                try $0.entities.events(EventFilter(eventTypeID: type.id, limit: 1))
            }
            if !events.isEmpty { return (type.fields.name, true) }
        }
        return types.first.map { ($0.fields.name, false) }
    }

    private func choose(_ type: EventType) async {
        await record(at: [.firstEventType, .firstEvent]) { store in
            // The type may exist already, from another device or from before a force-quit.
            if try await store.read({ try $0.entities.fetch(kind: .eventType, named: type.name) })
                == nil
            {
                try await EventTypeRepository(store).create(type)
            }
        } then: { [self] in
            typeName = type.name
            move { try onboarding.complete(.firstEventType) }
        }
    }

    /// Performs what the person asked for at one of the steps.
    ///
    /// A second tap while it runs has no effect. A tap during ``resume()`` waits for it; it has no
    /// effect when that has completed the step.
    private func record<Value: Sendable>(
        at steps: [OnboardingStep],
        _ work: @Sendable (DeviceStore) async throws -> Value,
        then: (Value) -> Void
    ) async {
        guard !isBusy else { return }
        (isBusy, errorMessage) = (true, nil)
        defer { isBusy = false }
        await perform(at: steps, work, then: then)
    }

    private func perform<Value: Sendable>(
        at steps: [OnboardingStep] = [.firstEventType, .firstEvent],
        _ work: @Sendable (DeviceStore) async throws -> Value,
        then: (Value) -> Void
    ) async {
        await mutex.withLock {
            guard let step, steps.contains(step) else { return }
            guard let store = store() else {
                errorMessage = Strings.Onboarding.notReady()
                return
            }
            do {
                then(try await work(store))
            } catch {
                errorMessage = Strings.Onboarding.notStored([
                    "reason": ErrorPresenter.text(for: error)
                ])
            }
        }
    }

    private func move(_ step: () throws -> OnboardingPlace) {
        do {
            let place = try step()
            errorMessage = nil
            router.moved(to: place)
        } catch {
            errorMessage = Strings.Onboarding.notStored(["reason": ErrorPresenter.text(for: error)])
        }
    }
}
