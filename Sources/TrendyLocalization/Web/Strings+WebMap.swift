extension Strings {
    /// Texts of the web pages: map.
    package enum WebMap {
        package static let newPlace = LocalizedText("web_map.new_place", "New place")
        package static let days = LocalizedText("web_map.days", "Days")
        package static let spans = LocalizedText("web_map.spans", "Usual spans")
        package static let neighbours = LocalizedText("web_map.neighbours", "Other days")
        package static let today = LocalizedText("web_map.today", "Today")
        package static let week = LocalizedText("web_map.week", "7 days")
        package static let month = LocalizedText("web_map.month", "30 days")
        package static let year = LocalizedText("web_map.year", "A year")
        package static let dayBefore = LocalizedText("web_map.day_before", "Day before")
        package static let dayAfter = LocalizedText("web_map.day_after", "Day after")
        package static let from = LocalizedText("web_map.from", "From")
        package static let to = LocalizedText("web_map.to", "To")
        package static let show = LocalizedText("web_map.show", "Show")
        package static let noDate = LocalizedText(
            "web_map.no_date",
            "That is not a date. The last 7 days are shown."
        )
        package static let reversedDates = LocalizedText(
            "web_map.reversed_dates",
            "The first day is after the last one. The last 7 days are shown."
        )
        package static let tooManyDays = LocalizedText(
            "web_map.too_many_days",
            "The map shows no more than the latest {count} of the chosen days."
        )
        package static let zoomIn = LocalizedText("web_map.zoom_in", "Zoom in")
        package static let zoomOut = LocalizedText("web_map.zoom_out", "Zoom out")
        package static let move = LocalizedText("web_map.move", "Move the map")
        package static let west = LocalizedText("web_map.west", "West")
        package static let north = LocalizedText("web_map.north", "North")
        package static let south = LocalizedText("web_map.south", "South")
        package static let east = LocalizedText("web_map.east", "East")
        /// The letter of the north on a map.
        package static let northSign = LocalizedText("web_map.north_sign", "N")
        package static let showAll = LocalizedText("web_map.show_all", "Show all")
        package static let dayCaption = LocalizedText(
            "web_map.day_caption",
            "Stays in their order. Straight dashes join them: Trendy does not keep the way between."
        )
        package static let spanCaption = LocalizedText(
            "web_map.span_caption",
            "The larger the dot, the longer you were there."
        )
        package static let dayRouteCaption = LocalizedText(
            "web_map.day_route_caption",
            "Stays in their order, and the routes of workouts. Straight dashes join the stays: Trendy "
                + "does not keep the way between."
        )
        package static let noImages = LocalizedText(
            "web_map.no_images",
            "The map loads no images, so no other server learns what you look at."
        )
        package static let showImages = LocalizedText("web_map.show_images", "Show map images")
        package static let hideImages = LocalizedText("web_map.hide_images", "Hide map images")
        package static let imagesHidden = LocalizedText(
            "web_map.images_hidden",
            "The map loads no images now. They come from {server}, which would learn the address of "
                + "your network and which area you look at. This browser remembers your choice."
        )
        package static let imagesShown = LocalizedText(
            "web_map.images_shown",
            "The images come from {server}, which learns which area you look at."
        )
        package static let legendRoute = LocalizedText(
            "web_map.legend_route",
            "Route of a workout"
        )
        package static let legendStay = LocalizedText("web_map.legend_stay", "Stay")
        package static let legendPlace = LocalizedText("web_map.legend_place", "Place")
        package static let routes = LocalizedText("web_map.routes", "Routes")
        package static let route = LocalizedText("web_map.route", "{name}, {time}")
        package static let moreRoutes = LocalizedPlural(
            "web_map.more_routes",
            one: "1 older route is not in this list.",
            other: "{count} more routes are not in this list."
        )
        package static let routesTruncated = LocalizedText(
            "web_map.routes_truncated",
            "There are too many routes for one map: the newest are shown. Choose fewer days."
        )
        package static let placeCaption = LocalizedText(
            "web_map.place_caption",
            "The circle whose edge counts as arrival and departure."
        )
        package static let pickCaption = LocalizedText(
            "web_map.pick_caption",
            "Click on the map to choose the centre, or enter latitude and longitude."
        )
        package static let openMap = LocalizedText("web_map.open_map", "Open the map")
        package static let spot = LocalizedText("web_map.spot", "{place}: {span}")
        package static let noStays = LocalizedText(
            "web_map.no_stays",
            "No stays in these days."
        )
        package static let visited = LocalizedText("web_map.visited", "Where you were")
        package static let stays = LocalizedPlural(
            "web_map.stays",
            one: "1 stay",
            other: "{count} stays"
        )
        package static let unlocated = LocalizedPlural(
            "web_map.unlocated",
            one: "1 stay is not on the map: its position is not known.",
            other: "{count} stays are not on the map: their positions are not known."
        )
        package static let truncated = LocalizedText(
            "web_map.truncated",
            "There are too many stays for one map: the newest are shown. Choose fewer days."
        )
        package static let eachStay = LocalizedPlural(
            "web_map.each_stay",
            one: "1 stay as a table",
            other: "{count} stays as a table"
        )
        package static let stayTable = LocalizedText("web_map.stay_table", "The stays on the map")
        package static let moreStays = LocalizedPlural(
            "web_map.more_stays",
            one: "1 more stay is on the map.",
            other: "{count} more stays are on the map."
        )
        package static let place = LocalizedText("web_map.place", "Place")
        package static let time = LocalizedText("web_map.time", "Time")
        package static let places = LocalizedText("web_map.places", "Places")
        package static let emptyHint = LocalizedText(
            "web_map.empty_hint",
            "Draw your first place on the map, and your phone records when you come and go."
        )
        package static let search = LocalizedText("web_map.search", "Search places")
        package static let find = LocalizedText("web_map.find", "Search")
        package static let morePlaces = LocalizedText("web_map.more_places", "More places")
        package static let notWatchedHere = LocalizedText(
            "web_map.not_watched_here",
            "Your phones watch these places. No phone has reported yet which ones."
        )
        package static let showOnMap = LocalizedText(
            "web_map.show_on_map",
            "Show {place} on the map"
        )
        package static let showOnMapShort = LocalizedText("web_map.show_on_map_short", "On the map")
        package static let allPlaces = LocalizedText("web_map.all_places", "Map and places")
        package static let edit = LocalizedText("web_map.edit", "Edit")
        package static let state = LocalizedText("web_map.state", "State")
        package static let radius = LocalizedText("web_map.radius", "Radius")
        package static let center = LocalizedText("web_map.center", "Centre")
        package static let visits = LocalizedText("web_map.visits", "Visits")
        package static let notifications = LocalizedText(
            "web_map.notifications",
            "Notifications"
        )
        package static let olderVisits = LocalizedText("web_map.older_visits", "Older visits")
        package static let turnOn = LocalizedText("web_map.turn_on", "Record visits")
        package static let turnOff = LocalizedText("web_map.turn_off", "Stop recording visits")
        package static let delete = LocalizedText("web_map.delete", "Delete the place")
        package static let deleteHint = LocalizedText(
            "web_map.delete_hint",
            "Its visits stay in your timeline."
        )
        package static let deletedText = LocalizedText(
            "web_map.deleted_text",
            "Its visits stay in your timeline, and no new ones are recorded."
        )
        package static let backToMap = LocalizedText("web_map.back_to_map", "Back to the map")
        package static let gone = LocalizedText("web_map.gone", "There is no such place")
        package static let notRestored = LocalizedText(
            "web_map.not_restored",
            "The place was not restored"
        )
        package static let name = LocalizedText("web_map.name", "Name")
        package static let latitude = LocalizedText("web_map.latitude", "Latitude")
        package static let longitude = LocalizedText("web_map.longitude", "Longitude")
        package static let radiusMeters = LocalizedText(
            "web_map.radius_meters",
            "Radius in metres"
        )
        package static let radiusHint = LocalizedText(
            "web_map.radius_hint",
            "iOS does not watch circles of less than 100 m reliably; 150 m works well."
        )
        package static let visitType = LocalizedText(
            "web_map.visit_type",
            "Event type of its visits"
        )
        package static let exitType = LocalizedText(
            "web_map.exit_type",
            "Event type of a departure"
        )
        package static let noExitType = LocalizedText(
            "web_map.no_exit_type",
            "No event of its own"
        )
        package static let recordVisits = LocalizedText("web_map.record_visits", "Record visits")
        package static let notifyEntry = LocalizedText(
            "web_map.notify_entry",
            "Notify on arrival"
        )
        package static let notifyExit = LocalizedText(
            "web_map.notify_exit",
            "Notify on departure"
        )
        package static let preview = LocalizedText("web_map.preview", "Show on the map")

        static let all: [LocalizedText] =
            [
                newPlace, days, spans, neighbours, today, week, month, year, dayBefore, dayAfter,
                from, to, show, noDate, reversedDates, tooManyDays, zoomIn, zoomOut, move, west,
                north, south, east, northSign, showAll, dayCaption, spanCaption, placeCaption,
                pickCaption, openMap, spot, noStays, visited, truncated, stayTable, place, time,
                places, emptyHint, search, find, morePlaces, notWatchedHere, showOnMap,
                showOnMapShort, allPlaces, edit, state, radius, center, visits, notifications,
                olderVisits, turnOn, turnOff, delete, deleteHint, deletedText, backToMap, gone,
                notRestored, name, latitude, longitude, radiusMeters, radiusHint, visitType,
                exitType, noExitType, recordVisits, notifyEntry, notifyExit, preview,
                dayRouteCaption, noImages, showImages, hideImages, imagesHidden, imagesShown,
                legendRoute, legendStay, legendPlace, routes, route, routesTruncated,
            ] + moreRoutes.texts + stays.texts + unlocated.texts + eachStay.texts + moreStays.texts
    }
}
