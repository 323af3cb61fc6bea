// TrendySync
