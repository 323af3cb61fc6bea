extension LocationAuthorization.State {
    /// The code in a device's report.
    package var code: String {
        switch self {
        case .notAsked: "not_asked"
        case .initialCheck: "initial_check"
        case .whileUsing: "while_using"
        case .onlyWhileUsing: "only_while_using"
        case .always: "always"
        case .imprecise: "imprecise"
        case .denied: "denied"
        case .servicesOff: "services_off"
        case .restricted: "restricted"
        }
    }

    /// The state of a code; `nil` for one of a newer program.
    package init?(code: String) {
        guard let state = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = state
    }
}

extension LocationAuthorization {
    /// Creates the authorization of a state, as another device reported it.
    package init(_ state: State) {
        self.state = state
    }
}
