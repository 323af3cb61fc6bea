extension Strings {
    /// Names of the groups of health metrics.
    package enum HealthGroups {
        private static let prefix = "health_groups."

        /// The name of a group; its key when it has none.
        package static func name(_ group: String) -> String {
            // A key that ends with "other" is the plural form of a text.
            texts[prefix + (group == "other" ? "other_data" : group)]?() ?? group
        }

        private static let texts = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

        static let all = [
            LocalizedText("health_groups.activity", "Activity"),
            LocalizedText("health_groups.body", "Body Measurements"),
            LocalizedText("health_groups.hearing", "Hearing"),
            LocalizedText("health_groups.heart", "Heart"),
            LocalizedText("health_groups.mindfulness", "Mental Wellbeing"),
            LocalizedText("health_groups.mobility", "Mobility"),
            LocalizedText("health_groups.nutrition", "Nutrition"),
            LocalizedText("health_groups.other_data", "Other Data"),
            LocalizedText("health_groups.reproductive", "Cycle Tracking"),
            LocalizedText("health_groups.respiratory", "Respiratory"),
            LocalizedText("health_groups.sleep", "Sleep"),
            LocalizedText("health_groups.symptoms", "Symptoms"),
            LocalizedText("health_groups.vitals", "Vitals"),
        ]
    }
}
