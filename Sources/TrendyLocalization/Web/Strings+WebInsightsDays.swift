extension Strings.WebInsights {
    package static let comparison = LocalizedText("web_insights.comparison", "Side by side")
    package static let compareWith = LocalizedText(
        "web_insights.compare_with",
        "Compare {subject} with"
    )
    package static let compare = LocalizedText("web_insights.compare", "Compare")
    package static let chooseOther = LocalizedText(
        "web_insights.choose_other",
        "Choose a second metric or type to see whether both go together."
    )
    package static let needTwo = LocalizedText(
        "web_insights.need_two",
        "Two metrics or types with data are needed to compare them; so far there is one."
    )
    package static let badOther = LocalizedText(
        "web_insights.bad_other",
        "There is no such metric or type to compare with. Choose one of the list."
    )
    package static let noRelationTitle = LocalizedText(
        "web_insights.no_relation_title",
        "No relation found"
    )
    package static let relationTitle = LocalizedText(
        "web_insights.relation_title",
        "A relation was found"
    )
    package static let unknownTitle = LocalizedText(
        "web_insights.unknown_title",
        "Nothing can be said yet"
    )
    package static let constantValue = LocalizedText(
        "web_insights.constant_value",
        "{name} is the same on each of the days ({count}), so no relation can be seen."
    )
    package static let pairedDays = LocalizedText("web_insights.paired_days", "Days with both")
    package static let independentDays = LocalizedText(
        "web_insights.independent_days",
        "Worth independent days"
    )
    package static let coefficient = LocalizedText(
        "web_insights.coefficient",
        "Rank correlation"
    )
    package static let confidence = LocalizedText("web_insights.confidence", "95 % interval")
    package static let range = LocalizedText("web_insights.range", "{low} to {high}")
    package static let method = LocalizedText("web_insights.method", "How this is computed")
    package static let comparisonMethod = LocalizedText(
        "web_insights.comparison_method",
        "Spearman’s rank correlation of the days that have both values, without today; "
            + "a day without data is left out and never counts as zero. The interval is that "
            + "of Fisher’s z with the standard error of Bonett and Wright (2000). "
            + "Neighbouring days are alike, so the interval is computed for fewer, "
            + "independent days (Bartlett 1935). If it contains 0, no relation was found. A "
            + "relation is no cause: both may follow a third thing, such as the season or the "
            + "weekday."
    )
    package static let pairsCaption = LocalizedText(
        "web_insights.pairs_caption",
        "{first} and {second} on each day, newest first"
    )
    package static let day = LocalizedText("web_insights.day", "Day")
    package static let scatterText = LocalizedText(
        "web_insights.scatter_text",
        "Each dot is a day. To the right: {first}, {firstLow} to {firstHigh}. Upwards: "
            + "{second}, {secondLow} to {secondHigh}."
    )
    package static let latestDays = LocalizedText(
        "web_insights.latest_days",
        "Places and sleep"
    )
    package static let span = LocalizedText("web_insights.span", "Span of time")
    package static let places = LocalizedText("web_insights.places", "Most visited places")
    package static let placesCaption = LocalizedText(
        "web_insights.places_caption",
        "Time at each place in the latest {days} days"
    )
    package static let place = LocalizedText("web_insights.place", "Place")
    package static let time = LocalizedText("web_insights.time", "Time")
    package static let visits = LocalizedText("web_insights.visits", "Visits")
    package static let noVisits = LocalizedText(
        "web_insights.no_visits",
        "No visits in this time. They appear once places are watched, or a track is "
            + "imported."
    )
    package static let sleep = LocalizedText("web_insights.sleep", "Sleep regularity")
    package static let sleepIndex = LocalizedText(
        "web_insights.sleep_index",
        "Sleep Regularity Index"
    )
    package static let noNights = LocalizedText(
        "web_insights.no_nights",
        "No nights in this time."
    )
    package static let nights = LocalizedText("web_insights.nights", "Nights")
    package static let usualNight = LocalizedText("web_insights.usual_night", "Usual night")
    package static let usualMiddle = LocalizedText(
        "web_insights.usual_middle",
        "Middle of the night"
    )
    package static let middleDeviation = LocalizedText(
        "web_insights.middle_deviation",
        "It varies by (standard deviation)"
    )
    package static let sleepMethod = LocalizedText(
        "web_insights.sleep_method",
        "The Sleep Regularity Index of Phillips et al. (2017, Scientific Reports "
            + "7:3216): 100 is the same sleep every day, 0 is random. Days are compared from "
            + "noon to noon if both have a night of at least three hours; days without one "
            + "are left out. Time awake between the begin and the end of a night counts as "
            + "sleep."
    )
    package static let rhythm = LocalizedText("web_insights.rhythm", "Rhythm")
    package static let rhythmText = LocalizedText(
        "web_insights.rhythm_text",
        "The latest days from midnight to midnight: stays, sleep, workouts and entries."
    )
    package static let nothingKnown = LocalizedText(
        "web_insights.nothing_known",
        "Nothing known"
    )
    package static let parts = LocalizedText(
        "web_insights.parts",
        "Stays, sleep, workouts and entries"
    )
    package static let earlierDays = LocalizedText("web_insights.earlier_days", "Earlier days")
    package static let badSpan = LocalizedText(
        "web_insights.bad_span",
        "This span of time is not one of those below; {days} days are shown."
    )
    package static let tooFewPairs = LocalizedPlural(
        "web_insights.too_few_pairs",
        one: "{count} day of {year} has both {first} and {second}; a comparison needs "
            + "{needed}.",
        other: "{count} days of {year} have both {first} and {second}; a comparison "
            + "needs {needed}."
    )
    package static let higherTogether = LocalizedPlural(
        "web_insights.higher_together",
        one: "Higher {first} and higher {second} tended to fall on the same days, over "
            + "{count} day. This does not say why.",
        other: "Higher {first} and higher {second} tended to fall on the same days, "
            + "over {count} days. This does not say why."
    )
    package static let oppositeWays = LocalizedPlural(
        "web_insights.opposite_ways",
        one: "Days with higher {first} tended to have lower {second}, over {count} day. "
            + "This does not say why.",
        other: "Days with higher {first} tended to have lower {second}, over {count} "
            + "days. This does not say why."
    )
    package static let noRelation = LocalizedPlural(
        "web_insights.no_relation",
        one: "No relation found between {first} and {second} on {count} day.",
        other: "No relation found between {first} and {second} on {count} days."
    )
    package static let morePlaces = LocalizedPlural(
        "web_insights.more_places",
        one: "{count} further place is not listed.",
        other: "{count} further places are not listed."
    )
    package static let tooFewNights = LocalizedPlural(
        "web_insights.too_few_nights",
        one: "{count} night in this time, {pairs} pairs of nights in a row. The index needs "
            + "{needed}.",
        other: "{count} nights in this time, {pairs} pairs of nights in a row. The index "
            + "needs {needed}."
    )
    package static let regularity = LocalizedPlural(
        "web_insights.regularity",
        one: "Asleep or awake as 24 hours later in {share} % of the time, over {count} "
            + "pair of nights in a row.",
        other: "Asleep or awake as 24 hours later in {share} % of the time, over "
            + "{count} pairs of nights in a row."
    )
    package static let spanDays = LocalizedPlural(
        "web_insights.span_days",
        one: "{count} day",
        other: "{count} days"
    )

    /// The texts of comparison, places, sleep and rhythm.
    static let ofDays: [LocalizedText] =
        [
            comparison, compareWith, compare, chooseOther, needTwo, badOther,
            noRelationTitle, relationTitle, unknownTitle, constantValue,
            pairedDays, independentDays, coefficient, confidence, range, method,
            comparisonMethod, pairsCaption, day, scatterText, latestDays, span,
            places, placesCaption, place, time, visits, noVisits, sleep,
            sleepIndex, noNights, nights, usualNight, usualMiddle,
            middleDeviation, sleepMethod, rhythm, rhythmText, nothingKnown,
            parts, earlierDays, badSpan,
        ]
        + tooFewPairs.texts + higherTogether.texts + oppositeWays.texts + noRelation.texts
        + morePlaces.texts + tooFewNights.texts + regularity.texts + spanDays.texts
}
