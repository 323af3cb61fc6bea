extension Strings {
    /// Names of the colours that a type can have.
    package enum Colors {
        static let red = LocalizedText("colors.red", "Red")
        static let orange = LocalizedText("colors.orange", "Orange")
        static let yellow = LocalizedText("colors.yellow", "Yellow")
        static let green = LocalizedText("colors.green", "Green")
        static let mint = LocalizedText("colors.mint", "Mint")
        static let teal = LocalizedText("colors.teal", "Teal")
        static let blue = LocalizedText("colors.blue", "Blue")
        static let indigo = LocalizedText("colors.indigo", "Indigo")
        static let purple = LocalizedText("colors.purple", "Purple")
        static let pink = LocalizedText("colors.pink", "Pink")
        static let brown = LocalizedText("colors.brown", "Brown")
        static let gray = LocalizedText("colors.gray", "Grey")

        /// The colours in display order, `#RRGGBB`, with their names.
        package static let choices: [(hex: String, name: LocalizedText)] = [
            ("#C0392B", red),
            ("#D9822B", orange),
            ("#F2B134", yellow),
            ("#4C9A2A", green),
            ("#3DA58A", mint),
            ("#2A8C9E", teal),
            ("#4F7CAC", blue),
            ("#5B5EA6", indigo),
            ("#7D5BA6", purple),
            ("#C2577E", pink),
            ("#8B5E3C", brown),
            ("#6B7280", gray),
        ]

        static let all = choices.map(\.name)
    }

    /// Names and explanations of the property types.
    package enum PropertyTypes {
        package static let text = LocalizedText("property_types.text", "Text")
        package static let textWhy = LocalizedText("property_types.text_why", "Any words.")
        package static let number = LocalizedText("property_types.number", "Number")
        package static let numberWhy = LocalizedText(
            "property_types.number_why",
            "An amount, such as 2 or 7.5."
        )
        package static let boolean = LocalizedText("property_types.boolean", "Yes or no")
        package static let booleanWhy = LocalizedText("property_types.boolean_why", "A switch.")
        package static let date = LocalizedText("property_types.date", "Date")
        package static let dateWhy = LocalizedText(
            "property_types.date_why",
            "A day, with or without a time."
        )
        package static let select = LocalizedText("property_types.select", "Choice")
        package static let selectWhy = LocalizedText(
            "property_types.select_why",
            "One of the options that you list."
        )
        package static let duration = LocalizedText("property_types.duration", "Duration")
        package static let durationWhy = LocalizedText(
            "property_types.duration_why",
            "A length of time in minutes."
        )
        package static let url = LocalizedText("property_types.url", "Link")
        package static let urlWhy = LocalizedText(
            "property_types.url_why",
            "An address on the web."
        )
        package static let email = LocalizedText("property_types.email", "Email address")
        package static let emailWhy = LocalizedText(
            "property_types.email_why",
            "The address of a person."
        )

        static let all = [
            text, textWhy, number, numberWhy, boolean, booleanWhy, date, dateWhy, select, selectWhy,
            duration, durationWhy, url, urlWhy, email, emailWhy,
        ]
    }
}
