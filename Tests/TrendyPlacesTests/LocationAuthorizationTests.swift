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
        var watch = RegionMonitorState()
        watch.authorization = before?.rawValue
        watch.hasRequestedAlways = hasAsked
        return LocationAuthorization(conditions, watch)
    }

    @Test("Each standing follows from what is allowed now, and was before")
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

    @Test("Only what the system still shows is asked for; all else has a remedy")
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

    @Test("Less than before is a downgrade; that one time is over is none")
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
