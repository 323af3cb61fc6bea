extension Font {
    /// A font with the large title text style.
    public static let largeTitle = Font(.style(.largeTitle))
    /// A font with the title text style.
    public static let title = Font(.style(.title))
    /// A font for second level hierarchical headings.
    public static let title2 = Font(.style(.title2))
    /// A font for third level hierarchical headings.
    public static let title3 = Font(.style(.title3))
    /// A font with the headline text style.
    public static let headline = Font(.style(.headline))
    /// A font with the subheadline text style.
    public static let subheadline = Font(.style(.subheadline))
    /// A font with the body text style.
    public static let body = Font(.style(.body))
    /// A font with the callout text style.
    public static let callout = Font(.style(.callout))
    /// A font with the footnote text style.
    public static let footnote = Font(.style(.footnote))
    /// A font with the caption text style.
    public static let caption = Font(.style(.caption))
    /// A font with the alternate caption text style.
    public static let caption2 = Font(.style(.caption2))
}
