extension Strings {
    /// Failures of this device's database.
    package enum Store {
        /// The database belongs to another account.
        package static let otherAccount = LocalizedText(
            "store.other_account",
            "This device's data was synced for another account, or with another server. "
                + "Nothing was sent or changed. Sign in to the account it belongs to, or use "
                + "another profile for this one."
        )
        /// There is already a database at the destination of a move.
        package static let exists = LocalizedText(
            "store.exists",
            "{path} exists already; nothing was moved."
        )
        /// Another program holds the lock of the database.
        package static let inUse = LocalizedText(
            "store.in_use",
            "Another program is using this profile ({path} is locked). Wait until it has "
                + "finished, or use another profile."
        )
        /// A newer version wrote the database.
        package static let newerSchema = LocalizedText(
            "store.newer_schema",
            "This device's database at {path} was written by a newer version of Trendy. Nothing was "
                + "changed. Update this program to open it."
        )
        /// The file system cannot guarantee durability.
        package static let notDurable = LocalizedText(
            "store.not_durable",
            "This device's database at {path} cannot be opened durably ({reason}). Put it on a "
                + "local disk instead of a network drive."
        )
        /// The database is damaged.
        package static let damaged = LocalizedText(
            "store.damaged",
            "This device's database at {path} cannot be opened: {reason}. Move it away, or restore "
                + "it from a backup."
        )
        /// The disk is full.
        package static let diskFull = LocalizedText(
            "store.disk_full",
            "This device's database at {path} cannot be opened: the disk is full. Free some space "
                + "and try again."
        )
        /// Another program is using the database.
        package static let busy = LocalizedText(
            "store.busy",
            "This device's database at {path} cannot be opened: another program uses it. Close it "
                + "and try again."
        )
        /// The file cannot be opened or written.
        package static let cannotOpen = LocalizedText(
            "store.cannot_open",
            "{path} cannot be opened or written: {reason}. Check that its directory exists and may "
                + "be written."
        )
        /// The file belongs to another program or to a server.
        package static let foreign = LocalizedText(
            "store.foreign",
            "This device's database cannot be at {path}: the file is {reason}. Nothing was "
                + "changed. Choose another location for this device's data."
        )
        /// Other users can read the file, and its permissions cannot be changed.
        package static let notPrivate = LocalizedText(
            "store.not_private",
            "Other users of this machine can read {path}, and its permissions cannot be changed: "
                + "{reason}. Run 'chmod 600' on it as its owner."
        )
        /// The system gives no reason.
        package static let noReason = LocalizedText("store.no_reason", "the system gives no reason")
        /// Writes are suspended.
        package static let suspended = LocalizedText(
            "store.suspended",
            "The app is about to be suspended; nothing was written. Trendy continues when the app "
                + "runs again."
        )
        /// A value to restore is a name that is already in use.
        package static let nameTaken = LocalizedText(
            "store.name_taken",
            "Another {kind} has this name now. Rename or delete that one first, or "
                + "accept the current value of this one."
        )
        /// A kind of entity.
        package static let kindEventType = LocalizedText("store.kind.event_type", "type")
        /// A kind of entity.
        package static let kindProperty = LocalizedText("store.kind.property", "property")
        /// A kind of entity.
        package static let kindPlace = LocalizedText("store.kind.place", "place")
        /// A kind of entity.
        package static let kindEvent = LocalizedText("store.kind.event", "event")
        /// There is no open conflict with the id.
        package static let noConflict = LocalizedText(
            "store.no_conflict",
            "There is no open conflict {id}. It may have been dealt with already."
        )
        /// There is no failed change with the id.
        package static let noFailedChange = LocalizedText(
            "store.no_failed_change",
            "There is no failed change {id}. It may have been sent meanwhile."
        )
        /// There is no entity with the id.
        package static let notFound = LocalizedText(
            "store.not_found",
            "There is no entry {id}, or it was deleted."
        )
        /// Fields are not valid; `{list}` has the errors.
        package static let invalid = LocalizedText(
            "store.invalid",
            "This cannot be recorded. {list}"
        )
        /// The queue contains an operation of a newer version.
        package static let unknownOperation = LocalizedText(
            "store.unknown_operation",
            "A pending change is of an unknown kind. Update Trendy."
        )
        /// An event type to delete still has events.
        package static let typeHasEvents = LocalizedPlural(
            "store.type_has_events",
            one: "The type has {count} event. Delete it with the type, or give it another type "
                + "first.",
            other: "The type has {count} events. Delete them with it, or give them another type "
                + "first."
        )
        /// Other entries depend on the discarded one.
        package static let alsoDiscarded = LocalizedPlural(
            "store.also_discarded",
            one: "{count} recorded event refers to this entry and would be discarded with it. "
                + "Confirm that both are to be discarded.",
            other: "{count} recorded events refer to this entry and would be discarded with it. "
                + "Confirm that all are to be discarded."
        )

        /// The number of event types.
        package static let types = LocalizedPlural(
            "store.types",
            one: "{count} type",
            other: "{count} types"
        )
        /// The number of properties.
        package static let definitions = LocalizedPlural(
            "store.definitions",
            one: "{count} property",
            other: "{count} properties"
        )
        /// The number of places.
        package static let places = LocalizedPlural(
            "store.places",
            one: "{count} place",
            other: "{count} places"
        )
        /// The number of events.
        package static let events = LocalizedPlural(
            "store.events",
            one: "{count} event",
            other: "{count} events"
        )

        static let all: [LocalizedText] =
            [
                newerSchema, notDurable, damaged, diskFull, busy, cannotOpen, foreign,
                notPrivate, noReason,
                otherAccount,
                exists,
                inUse, suspended, nameTaken, kindEventType, kindProperty, kindPlace,
                kindEvent, noConflict, noFailedChange,
                notFound, invalid, unknownOperation,
            ] + typeHasEvents.texts + alsoDiscarded.texts + types.texts
            + definitions.texts + places.texts + events.texts
    }
}
