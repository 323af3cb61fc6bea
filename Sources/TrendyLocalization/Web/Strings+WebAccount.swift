extension Strings {
    /// Texts of the web pages: account and administration.
    package enum WebAccount {
        package static let signedInAs = LocalizedText("web_account.signed_in_as", "Signed in as")
        package static let thisBrowser = LocalizedText("web_account.this_browser", "This browser")
        package static let deviceTitle = LocalizedText("web_account.device_title", "This device")
        package static let deviceAccount = LocalizedText("web_account.device_account", "Account")
        package static let deviceSignedIn = LocalizedText(
            "web_account.device_signed_in",
            "The data of this device syncs with your account. To sign out or to change "
                + "the password, use the command line or the pages of your server."
        )
        package static let notSignedIn = LocalizedText("web_account.not_signed_in", "Not signed in")
        package static let notSignedInText = LocalizedText(
            "web_account.not_signed_in_text",
            "Everything you record is stored on this device. Sign in to sync it with "
                + "your other devices; what is here already is kept and sent."
        )
        package static let signInHint = LocalizedText(
            "web_account.sign_in_hint",
            "Sign in on the command line of this machine, then start these pages again:"
        )
        package static let devicesLink = LocalizedText(
            "web_account.devices_link",
            "See what is pending on each device"
        )
        package static let signOut = LocalizedText("web_account.sign_out", "Sign out")
        package static let signOutText = LocalizedText(
            "web_account.sign_out_text",
            "Ends the session of this browser. Nothing is deleted, and no page stays in "
                + "this browser."
        )
        package static let passwordTitle = LocalizedText("web_account.password_title", "Password")
        package static let passwordText = LocalizedText(
            "web_account.password_text",
            "Changing it ends all other sessions."
        )
        package static let currentPassword = LocalizedText(
            "web_account.current_password",
            "Current password"
        )
        package static let newPassword = LocalizedText("web_account.new_password", "New password")
        package static let repeatPassword = LocalizedText(
            "web_account.repeat_password",
            "New password again"
        )
        package static let changePassword = LocalizedText(
            "web_account.change_password",
            "Change the password"
        )
        package static let passwordChanged = LocalizedText(
            "web_account.password_changed",
            "The password was changed, and all other sessions were ended."
        )
        package static let passwordMissing = LocalizedText(
            "web_account.password_missing",
            "Enter a password."
        )
        package static let passwordMismatch = LocalizedText(
            "web_account.password_mismatch",
            "The two new passwords differ."
        )
        package static let passwordSame = LocalizedText(
            "web_account.password_same",
            "The new password is the current one."
        )
        package static let sessionsTitle = LocalizedText("web_account.sessions_title", "Sessions")
        package static let sessionsCaption = LocalizedText(
            "web_account.sessions_caption",
            "Browsers and devices that are signed in to your account"
        )
        package static let clientColumn = LocalizedText(
            "web_account.client_column",
            "Browser or device"
        )
        package static let signedInColumn = LocalizedText(
            "web_account.signed_in_column",
            "Signed in"
        )
        package static let usedColumn = LocalizedText("web_account.used_column", "Last used")
        package static let actionColumn = LocalizedText("web_account.action_column", "Action")
        package static let unknownClient = LocalizedText("web_account.unknown_client", "Unknown")
        package static let current = LocalizedText("web_account.current", "this one")
        package static let end = LocalizedText("web_account.end", "End")
        package static let endNamed = LocalizedText(
            "web_account.end_named",
            "End the session of {client}, signed in {time}"
        )
        package static let sessionEnded = LocalizedText(
            "web_account.session_ended",
            "The session was ended. That browser or device must sign in again; what it "
                + "recorded stays on it."
        )
        package static let sessionsNone = LocalizedText("web_account.sessions_none", "No sessions.")
        package static let dataTitle = LocalizedText("web_account.data_title", "Your data")
        package static let dataText = LocalizedText(
            "web_account.data_text",
            "All data of your account on this server, as one file that can be imported again."
        )
        package static let downloadAll = LocalizedText(
            "web_account.download_all",
            "Download all data"
        )
        package static let deleteTitle = LocalizedText(
            "web_account.delete_title",
            "Delete the account"
        )
        package static let deleteText = LocalizedText(
            "web_account.delete_text",
            "Deletes the account and all its data from this server."
        )
        package static let deleteLink = LocalizedText(
            "web_account.delete_link",
            "Delete the account …"
        )
        package static let deleteWarning = LocalizedText(
            "web_account.delete_warning",
            "This deletes {email} and everything this server has of it: events, types, "
                + "places, devices and sessions. It cannot be undone, and backups of the "
                + "server may keep a copy until they are replaced."
        )
        package static let deleteDevices = LocalizedText(
            "web_account.delete_devices",
            "Your phones and computers keep what is on them, but they can no longer sync "
                + "it here."
        )
        package static let deleteExport = LocalizedText(
            "web_account.delete_export",
            "Download all data first, if you may want it again."
        )
        package static let deleteConfirm = LocalizedText(
            "web_account.delete_confirm",
            "Type your e-mail address to confirm: {email}"
        )
        package static let deleteButton = LocalizedText(
            "web_account.delete_button",
            "Delete the account and all its data"
        )
        package static let deleteMismatch = LocalizedText(
            "web_account.delete_mismatch",
            "This is not the address of the account."
        )
        package static let cancel = LocalizedText("web_account.cancel", "Keep the account")
        package static let administrationTitle = LocalizedText(
            "web_account.administration_title",
            "Administration of the server"
        )
        package static let administrationText = LocalizedText(
            "web_account.administration_text",
            "Users, invites, storage and backups."
        )
        package static let administrationLink = LocalizedText(
            "web_account.administration_link",
            "Administer the server"
        )
        package static let usersTitle = LocalizedText("web_account.users_title", "Users")
        package static let usersCaption = LocalizedText(
            "web_account.users_caption",
            "Accounts of this server"
        )
        package static let addressColumn = LocalizedText("web_account.address_column", "Address")
        package static let entitiesColumn = LocalizedText("web_account.entities_column", "Entries")
        package static let storageColumn = LocalizedText("web_account.storage_column", "Storage")
        package static let devicesColumn = LocalizedText("web_account.devices_column", "Devices")
        package static let sessionsColumn = LocalizedText("web_account.sessions_column", "Sessions")
        package static let stateColumn = LocalizedText("web_account.state_column", "State")
        package static let enabled = LocalizedText("web_account.enabled", "Active")
        package static let disabled = LocalizedText("web_account.disabled", "Disabled")
        package static let disable = LocalizedText("web_account.disable", "Disable …")
        package static let disableNamed = LocalizedText(
            "web_account.disable_named",
            "Disable {email}"
        )
        package static let enable = LocalizedText("web_account.enable", "Enable")
        package static let enableNamed = LocalizedText("web_account.enable_named", "Enable {email}")
        package static let disableTitle = LocalizedText(
            "web_account.disable_title",
            "Disable this account?"
        )
        package static let disableText = LocalizedText(
            "web_account.disable_text",
            "{email} can no longer sign in or sync, and all its sessions end at once. "
                + "Its data is kept, and its devices go on recording. You can enable it again."
        )
        package static let disableButton = LocalizedText(
            "web_account.disable_button",
            "Disable the account"
        )
        package static let cancelDisable = LocalizedText("web_account.cancel_disable", "Cancel")
        package static let disabledDone = LocalizedText(
            "web_account.disabled_done",
            "{email} is disabled."
        )
        package static let enabledDone = LocalizedText(
            "web_account.enabled_done",
            "{email} is active."
        )
        package static let olderUsers = LocalizedText("web_account.older_users", "More users")
        package static let newerUsers = LocalizedText("web_account.newer_users", "Previous users")
        package static let usersRange = LocalizedText(
            "web_account.users_range",
            "{first} to {last} of {count}"
        )
        package static let inviteTitle = LocalizedText("web_account.invite_title", "Invite")
        package static let inviteText = LocalizedText(
            "web_account.invite_text",
            "A person needs a code to create an account. It works once."
        )
        package static let inviteDays = LocalizedText("web_account.invite_days", "Valid for days")
        package static let inviteButton = LocalizedText(
            "web_account.invite_button",
            "Create an invite"
        )
        package static let inviteWrongDays = LocalizedText(
            "web_account.invite_wrong_days",
            "Give a number of days from 1 to 365."
        )
        package static let inviteCode = LocalizedText(
            "web_account.invite_code",
            "Code of the new invite"
        )
        package static let inviteOnce = LocalizedPlural(
            "web_account.invite_once",
            one: "Copy it now: it is shown only once. It works for one account within {count} day.",
            other: "Copy it now: it is shown only once. It works for one account within {count} "
                + "days."
        )
        package static let inviteCopied = LocalizedText("web_account.invite_copied", "Done")
        package static let storageTitle = LocalizedText("web_account.storage_title", "Storage")
        package static let databaseSize = LocalizedText("web_account.database_size", "Database")
        package static let contentSize = LocalizedText(
            "web_account.content_size",
            "Entries of all accounts"
        )
        package static let userCount = LocalizedText("web_account.user_count", "Accounts")
        package static let backupTitle = LocalizedText("web_account.backup_title", "Backups")
        package static let backupText = LocalizedText(
            "web_account.backup_text",
            "A backup is written beside the database while the server runs. Copy it to "
                + "another machine."
        )
        package static let backupElsewhere = LocalizedText(
            "web_account.backup_elsewhere",
            "The database is not a file of this server. Back it up, restore it and check it with "
                + "the tools of its database system."
        )
        package static let backupButton = LocalizedText("web_account.backup_button", "Back up now")
        package static let backupDone = LocalizedText(
            "web_account.backup_done",
            "The backup {name} was written and checked."
        )
        package static let backupNone = LocalizedText(
            "web_account.backup_none",
            "There are no backups yet."
        )
        package static let backupCaption = LocalizedText(
            "web_account.backup_caption",
            "Backups beside the database, newest first"
        )
        package static let fileColumn = LocalizedText("web_account.file_column", "File")
        package static let sizeColumn = LocalizedText("web_account.size_column", "Size")

        static let all: [LocalizedText] =
            [
                signedInAs, thisBrowser, deviceTitle, deviceAccount, deviceSignedIn, notSignedIn,
                notSignedInText, signInHint, devicesLink, signOut, signOutText, passwordTitle,
                passwordText, currentPassword, newPassword, repeatPassword, changePassword,
                passwordChanged, passwordMissing, passwordMismatch, passwordSame, sessionsTitle,
                sessionsCaption, clientColumn, signedInColumn, usedColumn, actionColumn,
                unknownClient, current, end, endNamed, sessionEnded, sessionsNone, dataTitle,
                dataText, downloadAll, deleteTitle, deleteText, deleteLink, deleteWarning,
                deleteDevices, deleteExport, deleteConfirm, deleteButton, deleteMismatch, cancel,
                administrationTitle, administrationText, administrationLink, usersTitle,
                usersCaption, addressColumn, entitiesColumn, storageColumn, devicesColumn,
                sessionsColumn, stateColumn, enabled, disabled, disable, disableNamed, enable,
                enableNamed, disableTitle, disableText, disableButton, cancelDisable, disabledDone,
                enabledDone, olderUsers, newerUsers, usersRange, inviteTitle, inviteText,
                inviteDays, inviteButton, inviteWrongDays, inviteCode, inviteCopied, storageTitle,
                databaseSize, contentSize, userCount, backupTitle, backupText, backupElsewhere,
                backupButton, backupDone, backupNone, backupCaption, fileColumn, sizeColumn,
            ] + [inviteOnce].flatMap(\.texts)
    }
}
