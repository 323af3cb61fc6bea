extension Strings.WebTransfer {
    // Texts of the web pages: results of imports.
    package static let recordsRead = LocalizedText("web_transfer.records_read", "Records read")
    package static let newEvents = LocalizedText("web_transfer.new_events", "New events")
    package static let changedEvents = LocalizedText(
        "web_transfer.changed_events",
        "Changed events"
    )
    package static let unchangedEvents = LocalizedText(
        "web_transfer.unchanged_events",
        "Unchanged events"
    )
    package static let deletedEvents = LocalizedText(
        "web_transfer.deleted_events",
        "Deleted events"
    )
    package static let keptEvents = LocalizedText(
        "web_transfer.kept_events",
        "Kept as they were: another device has more data, or you deleted them"
    )
    package static let keptSamples = LocalizedText(
        "web_transfer.kept_samples",
        "New raw samples kept"
    )
    package static let notShown = LocalizedText(
        "web_transfer.not_shown",
        "Trendy cannot show this kind"
    )
    package static let guessedKinds = LocalizedText(
        "web_transfer.guessed_kinds",
        "New to this version, so that the way to sum them up is a guess: {names}."
    )
    package static let pointsRead = LocalizedText("web_transfer.points_read", "Points read")
    package static let newVisits = LocalizedText("web_transfer.new_visits", "New visits")
    package static let knownVisits = LocalizedText(
        "web_transfer.known_visits",
        "Visits already recorded"
    )
    package static let points = LocalizedText("web_transfer.points", "Points")
    package static let untimedPoints = LocalizedText("web_transfer.untimed_points", "no time")
    package static let backwardPoints = LocalizedText(
        "web_transfer.backward_points",
        "time before that of the previous point"
    )
    package static let misplacedPoints = LocalizedText(
        "web_transfer.misplaced_points",
        "no valid coordinates"
    )
    package static let repeatedPoints = LocalizedText(
        "web_transfer.repeated_points",
        "the same point again"
    )
    package static let plannedPoints = LocalizedText(
        "web_transfer.planned_points",
        "Waypoints and points of planned routes"
    )
    package static let notRecorded = LocalizedText(
        "web_transfer.not_recorded",
        "planned, not recorded"
    )
    package static let stays = LocalizedText("web_transfer.stays", "Stays")
    package static let futureStay = LocalizedText(
        "web_transfer.future_stay",
        "in the future: the clock of the recorder was wrong"
    )
    package static let staysElsewhere = LocalizedText(
        "web_transfer.stays_elsewhere",
        "at none of your places"
    )
    package static let addPlaces = LocalizedText(
        "web_transfer.add_places",
        "Add the places where you stayed on the map and upload the track again to "
            + "get their visits."
    )
    package static let newTypesAndPlaces = LocalizedText(
        "web_transfer.new_types_and_places",
        "New types, properties and places"
    )
    package static let unchangedEntries = LocalizedText(
        "web_transfer.unchanged_entries",
        "Unchanged entries"
    )
    package static let entries = LocalizedText("web_transfer.entries", "Entries")
    package static let deletedBefore = LocalizedText(
        "web_transfer.deleted_before",
        "you deleted them here"
    )
    package static let alsoInvalid = LocalizedText(
        "web_transfer.also_invalid",
        "also not valid"
    )
    package static let accountLines = LocalizedText(
        "web_transfer.account_lines",
        "Lines about the account"
    )
    package static let accountLinesReason = LocalizedText(
        "web_transfer.account_lines_reason",
        "an account is not imported, only its data"
    )
    package static let others = LocalizedText("web_transfer.others", "Other kinds")
    package static let unreadableEntities = LocalizedText(
        "web_transfer.unreadable_entities",
        "This is JSON, but not what Trendy exports: {problem}. Upload a JSON or "
            + "NDJSON file that Trendy exported, the export.zip of the Health app, or a "
            + "GPX track. Entries before that place may be stored; importing again never "
            + "doubles them."
    )
    package static let fileLost = LocalizedText(
        "web_transfer.file_lost",
        "The uploaded file is no longer there. Upload it again; nothing is ever doubled."
    )
    package static let endedRepeatedly = LocalizedText(
        "web_transfer.ended_repeatedly",
        "The import ended with the program several times, so it was given up. What "
            + "it stored is kept. Update Trendy and upload the file again, or report the "
            + "problem."
    )
    package static let notImportable = LocalizedText(
        "web_transfer.not_importable",
        "{found} Nothing was changed. Upload the export.zip that the Health app "
            + "makes (Health, your picture, Export All Health Data), the export.xml in it, "
            + "a GPX track, or JSON that Trendy exported."
    )
    package static let foundEmpty = LocalizedText(
        "web_transfer.found_empty",
        "The file is empty."
    )
    package static let foundPDF = LocalizedText(
        "web_transfer.found_pdf",
        "This is a PDF document."
    )
    package static let foundImage = LocalizedText(
        "web_transfer.found_image",
        "This is a picture."
    )
    package static let foundVideo = LocalizedText(
        "web_transfer.found_video",
        "This is a video or sound."
    )
    package static let foundGzip = LocalizedText(
        "web_transfer.found_gzip",
        "This is a file compressed with gzip; only zip files can be read."
    )
    package static let foundDatabase = LocalizedText(
        "web_transfer.found_database",
        "This is a database, perhaps a backup or an SQLite export of Trendy."
    )
    package static let foundKML = LocalizedText("web_transfer.found_kml", "This is a KML map.")
    package static let foundTCX = LocalizedText(
        "web_transfer.found_tcx",
        "This is a TCX workout."
    )
    package static let foundFIT = LocalizedText(
        "web_transfer.found_fit",
        "This is a FIT workout of a watch or bicycle computer."
    )
    package static let foundHTML = LocalizedText(
        "web_transfer.found_html",
        "This is a web page."
    )
    package static let foundCSV = LocalizedText(
        "web_transfer.found_csv",
        "This is a table (CSV)."
    )
    package static let foundXML = LocalizedText(
        "web_transfer.found_xml",
        "This is XML, but not that of Apple Health."
    )
    package static let foundText = LocalizedText(
        "web_transfer.found_text",
        "This is plain text."
    )
    package static let foundClinicalDocument = LocalizedText(
        "web_transfer.found_clinical_document",
        "This is the clinical document of an Apple Health export (export_cda.xml), "
            + "which repeats a part of it."
    )
    package static let foundUnknown = LocalizedText(
        "web_transfer.found_unknown",
        "This kind of file is not known."
    )

    static let results: [LocalizedText] = [
        recordsRead, newEvents, changedEvents, unchangedEvents, deletedEvents, keptEvents,
        keptSamples, notShown, guessedKinds, pointsRead, newVisits, knownVisits, points,
        untimedPoints, backwardPoints, misplacedPoints, repeatedPoints, plannedPoints,
        notRecorded, stays, futureStay, staysElsewhere, addPlaces, newTypesAndPlaces,
        unchangedEntries, entries, deletedBefore, alsoInvalid, accountLines,
        accountLinesReason, others, unreadableEntities, fileLost, endedRepeatedly,
        notImportable, foundEmpty, foundPDF, foundImage, foundVideo, foundGzip,
        foundDatabase, foundKML, foundTCX, foundFIT, foundHTML, foundCSV, foundXML,
        foundText, foundClinicalDocument, foundUnknown,
    ]
}
