// TrendyImport
