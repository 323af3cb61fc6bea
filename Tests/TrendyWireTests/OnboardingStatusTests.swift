import Testing
import TrendyModel
import TrendyWire

@Suite("Merging of onboarding statuses")
struct OnboardingStatusTests {
    private let early = Instant(seconds: 1_768_000_000)
    private let late = Instant(seconds: 1_768_000_060)
    private let welcome = OnboardingStatus.Step.welcome

    @Test("The later of two times wins in any order, and null removes none")
    func times() {
        for order in [[early, late], [late, early], [late, late]] {
            var status = OnboardingStatus()
            for time in order { status.merge(OnboardingStatus.change(step: welcome, at: time)) }
            status.merge(Document([.init(name: "welcome_completed_at", value: .null)]))
            #expect(status.completedAt(welcome) == late)
        }
    }

    @Test("An answer belongs to its time: the latest answer wins in any order")
    func answers() {
        let yes = OnboardingStatus.change(.healthkit, .granted, at: early)
        let no = OnboardingStatus.change(.healthkit, .denied, at: late)
        for order in [[yes, no], [no, yes], [no, yes, no, yes]] {
            var status = OnboardingStatus()
            for change in order { status.merge(change) }
            #expect(status[.healthkit] == .denied)
            #expect(status.completedAt("healthkit") == late)
        }
    }

    @Test("All orders of the same dated changes give the same status")
    func commutes() {
        let changes = [
            OnboardingStatus.change(step: welcome, at: early),
            OnboardingStatus.change(step: welcome, at: late),
            OnboardingStatus.change(.location, .granted, at: early),
            OnboardingStatus.change(.location, .skipped, at: late),
            OnboardingStatus.completion,
        ]
        var results: Set<OnboardingStatus> = []
        for order in permutations(changes) {
            var status = OnboardingStatus()
            for change in order + order { status.merge(change) }
            results.insert(status)
        }
        #expect(results.count == 1)
    }

    private func permutations(_ items: [Document]) -> [[Document]] {
        guard let first = items.first else { return [[]] }
        return permutations(Array(items.dropFirst())).flatMap { rest in
            (0...rest.count).map { place in
                var order = rest
                order.insert(first, at: place)
                return order
            }
        }
    }

    @Test("A time ahead of the limit counts as the limit")
    func bounded() {
        var status = OnboardingStatus()
        status.merge(OnboardingStatus.change(step: welcome, at: late), notAfter: early)
        #expect(status.completedAt(welcome) == early)
    }

    @Test("An invalid field is ignored, and the others are merged")
    func damaged() throws {
        let text = #"{"completed":true,"location_status":5,"welcome_completed_at":"soon","x":[1]}"#
        let status = try Array(text.utf8).withUnsafeBytes { try OnboardingStatus(json: $0) }

        #expect(status.isCompleted)
        #expect(status[.location] == .notRequested)
        #expect(status.completedAt(welcome) == nil)
        #expect(status.document["x"] == RawJSON(unchecked: Array("[1]".utf8)))
    }
}
