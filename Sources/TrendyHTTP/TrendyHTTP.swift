// TrendyHTTP
