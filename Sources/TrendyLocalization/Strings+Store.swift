extension Strings {
    /// Why this device's database cannot do what was asked.
    public enum Store {
        /// The database belongs to another account.
        public static let otherAccount = LocalizedText(
            "store.other_account",
            "This device's data was synced for another account, or with another server. "
                + "Nothing was sent or changed. Sign in to the account it belongs to, or use "
                + "another profile for this one."
        )
        /// There is a database where one was to be moved.
        public static let exists = LocalizedText(
            "store.exists",
            "{path} exists already; nothing was moved."
        )
        /// Another program has the database.
        public static let inUse = LocalizedText(
            "store.in_use",
            "Another program is using this profile ({path} is locked). Wait until it has "
                + "finished, or use another profile."
        )
        /// A newer program wrote the database.
        public static let newerSchema = LocalizedText(
            "store.newer_schema",
            "This device's database at {path} was written by a newer version of Trendy. Nothing was "
                + "changed. Update this program to open it."
        )
        /// What is recorded in the database could be lost.
        public static let notDurable = LocalizedText(
            "store.not_durable",
            "This device's database at {path} cannot be opened durably ({reason}). Put it on a "
                + "local file system that supports SQLite's write-ahead log."
        )
        /// The database is damaged.
        public static let damaged = LocalizedText(
            "store.damaged",
            "This device's database at {path} cannot be opened: {reason}. Move it away, or restore "
                + "it from a backup."
        )
        /// There is no space to open the database.
        public static let diskFull = LocalizedText(
            "store.disk_full",
            "This device's database at {path} cannot be opened: the disk is full. Free some space "
                + "and try again."
        )
        /// Another program is in the middle of using the database.
        public static let busy = LocalizedText(
            "store.busy",
            "This device's database at {path} cannot be opened: another program uses it. Close it "
                + "and try again."
        )
        /// The database's file cannot be used.
        public static let cannotOpen = LocalizedText(
            "store.cannot_open",
            "{path} cannot be opened or written: {reason}. Check that its directory exists and may "
                + "be written."
        )
        /// The file is another program's, or a server's.
        public static let foreign = LocalizedText(
            "store.foreign",
            "This device's database cannot be at {path}: the file is {reason}. Nothing was changed. "
                + "Choose another place for this device's data."
        )
        /// Other users can read the file, and its permissions cannot be changed.
        public static let notPrivate = LocalizedText(
            "store.not_private",
            "Other users of this machine can read {path}, and its permissions cannot be changed: "
                + "{reason}. Run 'chmod 600' on it as its owner."
        )
        /// Why the database cannot be opened, where nobody says.
        public static let noReason = LocalizedText("store.no_reason", "the system gives no reason")
        /// Writes are shut out.
        public static let suspended = LocalizedText(
            "store.suspended",
            "The app is about to be suspended; nothing was written. It goes on when the "
                + "app runs again."
        )
        /// A value that is to come back is a name that another has.
        public static let nameTaken = LocalizedText(
            "store.name_taken",
            "Another {kind} has this name now. Rename or delete that one first, or agree "
                + "with the conflict."
        )
        /// A conflict that is not open.
        public static let noConflict = LocalizedText(
            "store.no_conflict",
            "There is no open conflict {id}. It may have been dealt with already."
        )
        /// A change that needs no decision.
        public static let noFailedChange = LocalizedText(
            "store.no_undecided",
            "No change that needs you has the id {id}. It may have been sent meanwhile."
        )
        /// There is no such entity.
        public static let notFound = LocalizedText(
            "store.not_found",
            "There is no entity {id}, or it is deleted."
        )
        /// Fields that break rules.
        public static let invalid = LocalizedText(
            "store.invalid",
            "This cannot be recorded. {list}"
        )
        /// A newer program has written the queue.
        public static let unknownOperation = LocalizedText(
            "store.unknown_operation",
            "The queue holds an unknown operation; update this program."
        )
        /// A type that is to be deleted has events.
        public static let typeHasEvents = LocalizedPlural(
            "store.type_has_events",
            one: "The type has {count} event. Delete it with the type, or give it another type "
                + "first.",
            other: "The type has {count} events. Delete them with it, or give them another type "
                + "first."
        )
        /// Others refer to what is to be given up.
        public static let alsoDiscarded = LocalizedPlural(
            "store.would_go_too",
            one: "{count} recorded event refers to what would be given up, and would be given up "
                + "with it. Say so if that is meant.",
            other: "{count} recorded events refer to what would be given up, and would be given up "
                + "with it. Say so if that is meant."
        )

        /// How many types there are.
        public static let types = LocalizedPlural(
            "store.types",
            one: "{count} type",
            other: "{count} types"
        )
        /// How many properties of types there are.
        public static let definitions = LocalizedPlural(
            "store.definitions",
            one: "{count} property",
            other: "{count} properties"
        )
        /// How many places there are.
        public static let places = LocalizedPlural(
            "store.places",
            one: "{count} place",
            other: "{count} places"
        )
        /// How many events there are.
        public static let events = LocalizedPlural(
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
                inUse, suspended, nameTaken, noConflict, noFailedChange,
                notFound, invalid, unknownOperation,
            ] + typeHasEvents.texts + alsoDiscarded.texts + types.texts
            + definitions.texts + places.texts + events.texts
    }
}
