import TrendyStore

extension HealthSourceError: UserFacingError {}
