public import Observation
import TrendyLocalization
public import TrendyModel
public import TrendyStore
public import TrendyWire

/// The screens of the onboarding.
///
/// Each step is stored before the next is shown; what the person makes goes through the same use
/// cases as ever after.
@Observable
@MainActor
public final class OnboardingViewModel {
    /// What is suggested to record.
    public let templates = EventTypeTemplate.all
    /// The name of the type that the first event is to have; `nil` before it was chosen.
    public private(set) var typeName: String?
    /// Whether something is being recorded, or the person is being asked.
    public private(set) var isBusy = false
    /// What went wrong last, in words; `nil` when nothing did.
    public private(set) var trouble: String?

    @ObservationIgnored private let router: AppRouter
    @ObservationIgnored private let onboarding: OnboardingStatusService
    @ObservationIgnored private let sessions: any SessionCache
    @ObservationIgnored private let dependencies: Dependencies
    @ObservationIgnored private let permissions: PermissionRequests
    @ObservationIgnored private let store: @MainActor () -> DeviceStore?
    @ObservationIgnored private var asking: Task<OnboardingStatus.Answer, any Error>?

    /// The view model of an onboarding.
    ///
    /// - Parameters:
    ///   - router: says which step is shown, and is told when it is over.
    ///   - onboarding: keeps what was done.
    ///   - sessions: who uses the device.
    ///   - dependencies: time, chance and ids.
    ///   - permissions: puts the questions to the person; without any, there is nothing to ask for.
    ///   - store: the database in use now; another one after each sign-in, `nil` while it changes.
    public init(
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

    /// Whether signing in can be put off: not where the database is an account's.
    public var canDeferSignIn: Bool { sessions.account == nil }

    /// Goes on from a step that asks for nothing: the welcome, the end, and whatever of the rest
    /// may be passed by.
    public func goOn() {
        switch step {
        case .signIn? where !canDeferSignIn: trouble = Strings.Onboarding.signInNeeded()
        case .permission(let permission)?:
            asking?.cancel()
            answer(permission, .skipped)
        case let step?: move { try onboarding.complete(step) }
        case nil: break
        }
    }

    /// Asks the person for what the step that is shown is about, as their system does, notes what
    /// can be known of the answer, and goes on.
    ///
    /// Nothing is noted when they have gone on meanwhile, as ``goOn()`` does. What begins with the
    /// answer, such as the first capture, is under way for some time after the next step is shown.
    public func ask() async {
        guard case .permission(let permission)? = step, !isBusy else { return }
        (isBusy, trouble) = (true, nil)
        // Owned here: it is awaited below, and ended by whoever goes on without an answer.
        let asking = Task(name: "Ask for a permission") { [permissions] in
            try await permissions.ask(permission)
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
            trouble = Strings.Onboarding.notAsked(["reason": ErrorPresenter.text(for: error)])
        }
    }

    /// Notes what was answered to a permission, and goes on.
    public func answer(
        _ permission: OnboardingStatus.Permission,
        _ answer: OnboardingStatus.Answer
    ) {
        move { try onboarding.answer(permission, answer) }
    }

    /// Makes the type of a suggestion, and goes on.
    public func choose(_ template: EventTypeTemplate) async {
        await choose(template.eventType)
    }

    /// Makes a type of a name, and goes on.
    public func choose(name: String) async {
        guard name.contains(where: { !$0.isWhitespace }) else {
            trouble = Strings.Onboarding.nameNeeded()
            return
        }
        await choose(EventType(name: name))
    }

    /// Records the first event of the type that was chosen, and goes on.
    ///
    /// Where none was chosen here it is the one that there is by now, as after a sync; without any,
    /// the person is told that they have to name one, and stays.
    public func recordFirstEvent(notes: String? = nil) async {
        await record { [typeName, dependencies] store -> String? in
            var name = typeName
            if name == nil { name = try await Self.firstType(in: store)?.name }
            guard let name else { return nil }
            _ = try await RecordManualEvent(store: store, dependencies: dependencies)(
                .init(typeName: name, notes: notes)
            )
            return name
        } then: { [self] name in
            guard let name else {
                trouble = Strings.Onboarding.nameNeeded()
                return
            }
            typeName = name
            move { try onboarding.complete(.firstEvent) }
        }
    }

    /// Looks at what was recorded before the app was ended, so that nobody is asked to do it twice;
    /// to be called when the screens appear.
    public func resume() async {
        guard step == .firstEventType || step == .firstEvent else { return }
        await record { store in
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

    /// Lets somebody who is through go through it once more, as their settings offer it; an account
    /// needs the server for it.
    public func startOver() async {
        guard step == nil, !isBusy else { return }
        (isBusy, trouble) = (true, nil)
        defer { isBusy = false }
        do {
            let place = try await onboarding.startOver()
            typeName = nil
            router.startedOver(at: place)
        } catch {
            trouble = Strings.Onboarding.notStartedOver(["reason": ErrorPresenter.text(for: error)])
        }
    }

    /// The type that the person has made, the one that has an event if any has.
    private nonisolated static func firstType(
        in store: DeviceStore
    ) async throws -> (name: String, hasEvent: Bool)? {
        // Types that capture made say nothing of what the person did.
        let types = try await EventTypeRepository(store).all().filter { $0.id.uuidVersion == 7 }
        for type in types {
            let events = try await store.events(EventFilter(eventTypeID: type.id, limit: 1))
            if !events.isEmpty { return (type.fields.name, true) }
        }
        return types.first.map { ($0.fields.name, false) }
    }

    private func choose(_ type: EventType) async {
        await record { store in
            // Its name may be taken: by another device, or before a force-quit.
            if try await store.entity(kind: .eventType, named: type.name) == nil {
                try await EventTypeRepository(store).create(type)
            }
        } then: { [self] in
            typeName = type.name
            move { try onboarding.complete(.firstEventType) }
        }
    }

    private func record<Value: Sendable>(
        _ work: @Sendable (DeviceStore) async throws -> Value,
        then: (Value) -> Void
    ) async {
        guard !isBusy else { return }
        guard let store = store() else {
            trouble = Strings.Onboarding.notReady()
            return
        }
        (isBusy, trouble) = (true, nil)
        defer { isBusy = false }
        do {
            then(try await work(store))
        } catch {
            trouble = Strings.Onboarding.notStored(["reason": ErrorPresenter.text(for: error)])
        }
    }

    private func move(_ step: () throws -> OnboardingPlace) {
        do {
            let place = try step()
            trouble = nil
            router.moved(to: place)
        } catch {
            trouble = Strings.Onboarding.notStored(["reason": ErrorPresenter.text(for: error)])
        }
    }
}
