import TrendyStore

extension HealthSourceError: WordedError {}
