/// Rare states that a set of runs must reach at least once, so that the checks of these states were
/// exercised.
package enum CoveragePoint: String, Sendable, CaseIterable {
    case requestLost, answerLost, requestRepeated, answerCutOff, captivePortal, tooManyRequests
    case serverUnavailable, partition, deviceKilled, deviceKilledMidWrite, devicePowerLost
    case deviceDiskFailed, deviceDiskFull, suspension, clockJumped, serverCrashed
    case serverPowerLost, serverDiskFailed, serverRestored, tombstonesCollected, accountSwitched
    case importRan, pushApplied, pushDuplicate, pushConflict, pushRejected, pushBlocked
    case sessionRefreshed, bootstrapAfterFirst, conflictLogged, deleteOfEdited, nameTaken
    case writeFailed, openFailed, twoEnginesRefused, undo, travelled, unevenDay, sampleDeleted
    case serverBroken, pushRefusedWhole, failureRetried, failureDiscarded, stalledMidWrite
    case newerSchemaRefused, olderSchemaMigrated, strangeFields, placeVisited, readWhileLocked
    case deletionsForgotten, readingRevoked
    case launchedInBackground, wokenFromSuspension, forceQuit, rebooted
    case launchedForTask, taskCompleted, taskExpired, powerModeChanged
    case sampleReplaced, workoutCondensed, sleepOfTwoSources
    case runCutShort, quarantined
    case onboardingFinished, onboardingResumed, offline
    case visitJudged, exitJudged, sentinelJudged, placeEdited
    case fixesNoisy, fixesCoarse, locationRestricted, slotsShared
    case placeTypeDeleted, conflictAskedFirst
    case healthRestored, signalLost, regionFailed, regionRefused, farAway, wakesForbidden
    case appSignedIn, appSignedOut, appSwitched, appDataMerged, uploadCarried
    case arrivedAtConnected
}

/// Counts the coverage points that a run has reached.
final class CoveragePoints {
    private(set) var counts: [CoveragePoint: Int] = [:]

    func reached(_ point: CoveragePoint) {
        counts[point, default: 0] += 1
    }
}
