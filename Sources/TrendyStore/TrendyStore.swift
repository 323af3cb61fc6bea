// TrendyStore
