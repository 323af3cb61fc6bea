extension Strings {
    /// Texts of the web pages: devices.
    package enum WebDevices {
        package static let intro = LocalizedText(
            "web_devices.intro",
            "What each of your devices has captured, sent and not sent."
        )
        package static let sync = LocalizedText("web_devices.sync", "Sync")
        package static let syncNow = LocalizedText("web_devices.sync_now", "Sync now")
        package static let syncNowText = LocalizedText(
            "web_devices.sync_now_text",
            "Trendy syncs by itself; this only asks it not to wait."
        )
        package static let devices = LocalizedText("web_devices.devices", "Devices")
        package static let thisDevice = LocalizedText("web_devices.this_device", "This device")
        package static let thisReplica = LocalizedText(
            "web_devices.this_replica",
            "These pages are served by your server, which has everything that your devices have sent."
        )
        package static let lastAnswer = LocalizedText(
            "web_devices.last_answer",
            "The server cannot be asked now. Other devices are shown as it last answered, {ago}; "
                + "this device is shown as it is now."
        )
        package static let pending = LocalizedText("web_devices.pending", "Pending")
        package static let failed = LocalizedText("web_devices.failed", "Failed")
        package static let blocked = LocalizedText("web_devices.blocked", "Blocked")
        package static let failedTitle = LocalizedText("web_devices.failed_title", "What failed")
        package static let blockedTitle = LocalizedText(
            "web_devices.blocked_title",
            "What waits behind it"
        )
        package static let decide = LocalizedText(
            "web_devices.decide",
            "Decide about the failed changes"
        )
        package static let decideThere = LocalizedText(
            "web_devices.decide_there",
            "The failed changes are on that device only: open Trendy there to decide about them."
        )
        package static let stale = LocalizedText(
            "web_devices.stale",
            "The server did not accept it for days, without a reason."
        )
        package static let oldest = LocalizedText(
            "web_devices.oldest",
            "The oldest has been pending for {span}."
        )
        package static let silent = LocalizedText(
            "web_devices.silent",
            "Silent since {time}: it is off, without a connection, or Trendy does not run on it."
        )
        package static let olderProgram = LocalizedText(
            "web_devices.older_program",
            "This device runs an older version of Trendy, which reports numbers only."
        )
        package static let program = LocalizedText("web_devices.program", "Trendy")
        package static let schema = LocalizedText("web_devices.schema", "Database version")
        package static let system = LocalizedText("web_devices.system", "System")
        package static let versions = LocalizedText("web_devices.versions", "Versions")
        package static let permissions = LocalizedText("web_devices.permissions", "Permissions")
        package static let capture = LocalizedText("web_devices.capture", "Capture")
        package static let location = LocalizedText("web_devices.location", "Location")
        package static let health = LocalizedText("web_devices.health", "Health data")
        package static let notifications = LocalizedText(
            "web_devices.notifications",
            "Notifications"
        )
        package static let notificationsOn = LocalizedText(
            "web_devices.notifications_on",
            "Allowed"
        )
        package static let notificationsOff = LocalizedText(
            "web_devices.notifications_off",
            "Not allowed"
        )
        package static let notificationsNotAsked = LocalizedText(
            "web_devices.notifications_not_asked",
            "Not asked yet"
        )
        package static let regions = LocalizedText("web_devices.regions", "Places watched")
        package static let monitored = LocalizedPlural(
            "web_devices.monitored",
            one: "{monitored} of 1 place.",
            other: "{monitored} of {count} places."
        )
        package static let refused = LocalizedPlural(
            "web_devices.refused",
            one: "iOS refuses 1.",
            other: "iOS refuses {count}."
        )
        package static let regionEvent = LocalizedText(
            "web_devices.region_event",
            "The last arrival or departure was reported {ago}."
        )
        package static let observers = LocalizedText("web_devices.observers", "Health observers")
        package static let running = LocalizedPlural(
            "web_devices.running",
            one: "{running} of 1 runs.",
            other: "{running} of {count} run."
        )
        package static let eachObserver = LocalizedText(
            "web_devices.each_observer",
            "Each observer"
        )
        package static let observersCaption = LocalizedText(
            "web_devices.observers_caption",
            "The health observers of {device}, as last reported"
        )
        package static let kind = LocalizedText("web_devices.kind", "Kind")
        package static let state = LocalizedText("web_devices.state", "State")
        package static let lastCall = LocalizedText("web_devices.last_call", "Last call")
        package static let delivery = LocalizedText("web_devices.delivery", "In the background")
        package static let observed = LocalizedText("web_devices.observed", "Runs")
        package static let notObserved = LocalizedText("web_devices.not_observed", "Does not run")
        package static let delivered = LocalizedText("web_devices.delivered", "iOS wakes Trendy")
        package static let notDelivered = LocalizedText(
            "web_devices.not_delivered",
            "iOS refused to wake Trendy"
        )
        package static let neverCalled = LocalizedText("web_devices.never_called", "Never")
        package static let history = LocalizedText("web_devices.history", "Sync history")
        package static let historyCaption = LocalizedText(
            "web_devices.history_caption",
            "The latest syncs of this device, newest first"
        )
        package static let time = LocalizedText("web_devices.time", "Time")
        package static let result = LocalizedText("web_devices.result", "Result")
        package static let sessions = LocalizedText("web_devices.sessions", "Sessions")
        package static let sessionsText = LocalizedText(
            "web_devices.sessions_text",
            "Each browser and each device that is signed in. A session that you end is signed out at "
                + "once; what its device has recorded stays on it."
        )
        package static let sessionsCaption = LocalizedText(
            "web_devices.sessions_caption",
            "The sessions of your account, newest first"
        )
        /// A browser and its system, such as "Firefox on Linux".
        package static let browser = LocalizedText(
            "web_devices.browser",
            "{browser} on {system}"
        )
        package static let client = LocalizedText("web_devices.client", "Program")
        package static let unknownClient = LocalizedText(
            "web_devices.unknown_client",
            "Unknown program"
        )
        package static let signedIn = LocalizedText("web_devices.signed_in", "Signed in")
        package static let used = LocalizedText("web_devices.used", "Last used")
        package static let action = LocalizedText("web_devices.action", "Action")
        package static let thisBrowser = LocalizedText("web_devices.this_browser", "This browser")
        package static let end = LocalizedText("web_devices.end", "End")
        package static let endNamed = LocalizedText(
            "web_devices.end_named",
            "End the session of {client}, signed in {time}"
        )
        package static let sessionGone = LocalizedText(
            "web_devices.session_gone",
            "That session has ended already."
        )

        static let all: [LocalizedText] =
            [
                intro, sync, syncNow, syncNowText, devices, thisDevice, thisReplica, lastAnswer,
                pending, failed, blocked, failedTitle, blockedTitle, decide, decideThere, stale,
                oldest,
                silent, olderProgram, program, schema, system, versions, permissions, capture,
                location, health, notifications, notificationsOn, notificationsOff,
                notificationsNotAsked, regions, regionEvent, observers, eachObserver,
                observersCaption, kind, state, lastCall, delivery, observed, notObserved, delivered,
                notDelivered, neverCalled, history, historyCaption, time, result, sessions,
                sessionsText, sessionsCaption, browser, client, unknownClient, signedIn, used,
                action,
                thisBrowser, end, endNamed, sessionGone,
            ] + monitored.texts + refused.texts + running.texts
    }
}
