import Testing
import TrendyPlaces
import TrendyStore

@Suite("What the person allows, and what to ask them next")
struct LocationAuthorizationTests {
    private typealias Standing = LocationAuthorization.State

    private func judge(
        _ conditions: LocationConditions,
        before: LocationConditions.Authorization? = nil,
        hasAsked: Bool = false
    ) -> LocationAuthorization {
        var known = RegionMonitorState()
        known.authorization = before?.rawValue
        known.hasRequestedAlways = hasAsked
        return LocationAuthorization(conditions, known)
    }

    @Test("The state follows from the current and the previous authorization")
    func standings() {
        let found: [(LocationAuthorization, Standing)] = [
            (judge(.init(authorization: .notDetermined)), .notAsked),
            (judge(.init(authorization: .notDetermined), before: .whenInUse), .initialCheck),
            (judge(.init(authorization: .notDetermined), before: .denied), .notAsked),
            (judge(.init(authorization: .whenInUse)), .whileUsing),
            (judge(.init(authorization: .whenInUse), hasAsked: true), .onlyWhileUsing),
            (judge(.init(authorization: .always)), .always),
            (judge(.init(authorization: .always, isPrecise: false)), .imprecise),
            (judge(.init(authorization: .denied)), .denied),
            (judge(.init(authorization: .denied, areServicesEnabled: false)), .servicesOff),
            (judge(.init(authorization: .restricted)), .restricted),
        ]

        for (authorization, standing) in found { #expect(authorization.state == standing) }
        #expect(Set(found.map(\.1)) == Set(Standing.allCases))
    }

    @Test("The app asks only for prompts that iOS still shows; other states have a remedy")
    func requests() {
        #expect(judge(.init(authorization: .notDetermined)).nextRequest == .whenInUse)
        #expect(judge(.init(authorization: .whenInUse)).nextRequest == .always)
        #expect(judge(.init(authorization: .whenInUse), hasAsked: true).nextRequest == nil)
        #expect(judge(.init(authorization: .denied)).nextRequest == nil)
        #expect(judge(.init(authorization: .always)).nextRequest == nil)
        #expect(judge(.init(authorization: .always)).remedy == nil)
        #expect(judge(.init(authorization: .always, isPrecise: false)).remedy != nil)
        #expect(judge(.init(authorization: .denied)).remedy != nil)
    }

    @Test("A reduced authorization is a downgrade; an expired 'Allow Once' is not")
    func downgrades() {
        let isDowngrade = LocationAuthorization.isDowngrade
        #expect(isDowngrade(.always, .whenInUse))
        #expect(isDowngrade(.always, .denied))
        #expect(isDowngrade(.whenInUse, .denied))
        #expect(!isDowngrade(.whenInUse, .notDetermined))
        #expect(!isDowngrade(.whenInUse, .always))
        #expect(!isDowngrade(nil, .denied))
    }
}
