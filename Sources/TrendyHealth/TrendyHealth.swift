// TrendyHealth
