// TrendyKit
