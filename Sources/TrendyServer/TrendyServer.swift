// TrendyServer
