import TrendyLocalization

/// An entry of the site's navigation.
package enum PageArea: Sendable, Equatable, CaseIterable {
    case overview, timeline, insights, map, devices, decisions, transfer, account

    /// The name.
    var name: String {
        switch self {
        case .overview: Strings.Web.overview()
        case .timeline: Strings.Web.timeline()
        case .insights: Strings.Web.insights()
        case .map: Strings.Web.map()
        case .devices: Strings.Web.devices()
        case .decisions: Strings.Web.decisions()
        case .transfer: Strings.Web.transfer()
        case .account: Strings.Web.account()
        }
    }

    /// The address.
    package var path: WebPath {
        switch self {
        case .overview: WebPath("/")
        case .timeline: WebPath("/timeline")
        case .insights: WebPath("/insights")
        case .map: WebPath("/map")
        case .devices: WebPath("/devices")
        case .decisions: WebPath("/decisions")
        case .transfer: WebPath("/transfer")
        case .account: WebPath("/account")
        }
    }
}
