import TrendyLocalization
public import TrendyModel

/// What a screen can do about a problem with a place, for the button beside the remedy.
public enum PlaceAction: Sendable, Hashable {
    /// Show a location prompt of iOS.
    case requestPermission(LocationAuthorization.Request)
    /// Open the app's page in the Settings app.
    case openSettings
    /// Open the app's page in the Settings app, to turn on precise location.
    case turnOnPreciseLocation
    /// Open the editor of a place.
    case editPlace(EntityID)

    /// The label of the button.
    public var buttonText: String {
        switch self {
        case .requestPermission: Strings.PlaceStates.allow()
        case .openSettings, .turnOnPreciseLocation: Strings.PlaceStates.openSettings()
        case .editPlace: Strings.PlaceStates.editPlace()
        }
    }
}
