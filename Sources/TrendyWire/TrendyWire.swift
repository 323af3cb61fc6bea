// TrendyWire
