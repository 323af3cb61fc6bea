// The values of states of mind.

extension HKStateOfMind {
    /// The period that a state of mind describes.
    public enum Kind: Int, Sendable {
        /// An emotion at a moment.
        case momentaryEmotion = 1
        /// The mood of a day.
        case dailyMood = 2
    }

    /// A range of pleasantness.
    public enum ValenceClassification: Int, Sendable {
        /// Very unpleasant.
        case veryUnpleasant = 1
        /// Unpleasant.
        case unpleasant = 2
        /// Slightly unpleasant.
        case slightlyUnpleasant = 3
        /// Neutral.
        case neutral = 4
        /// Slightly pleasant.
        case slightlyPleasant = 5
        /// Pleasant.
        case pleasant = 6
        /// Very pleasant.
        case veryPleasant = 7

        /// The range of a valence; `nil` outside of -1 to 1.
        ///
        /// Seven ranges of the same width. (unverified): Apple's bounds are not documented.
        public init?(valence: Double) {
            guard valence >= -1, valence <= 1 else { return nil }
            self.init(rawValue: 1 + min(6, Int((valence + 1) / 2 * 7)))
        }
    }

    /// A word for a feeling.
    public enum Label: Int, Sendable {
        /// Amazed.
        case amazed = 1
        /// Amused.
        case amused = 2
        /// Angry.
        case angry = 3
        /// Anxious.
        case anxious = 4
        /// Ashamed.
        case ashamed = 5
        /// Brave.
        case brave = 6
        /// Calm.
        case calm = 7
        /// Content.
        case content = 8
        /// Disappointed.
        case disappointed = 9
        /// Discouraged.
        case discouraged = 10
        /// Disgusted.
        case disgusted = 11
        /// Embarrassed.
        case embarrassed = 12
        /// Excited.
        case excited = 13
        /// Frustrated.
        case frustrated = 14
        /// Grateful.
        case grateful = 15
        /// Guilty.
        case guilty = 16
        /// Happy.
        case happy = 17
        /// Hopeless.
        case hopeless = 18
        /// Irritated.
        case irritated = 19
        /// Jealous.
        case jealous = 20
        /// Joyful.
        case joyful = 21
        /// Lonely.
        case lonely = 22
        /// Passionate.
        case passionate = 23
        /// Peaceful.
        case peaceful = 24
        /// Proud.
        case proud = 25
        /// Relieved.
        case relieved = 26
        /// Sad.
        case sad = 27
        /// Scared.
        case scared = 28
        /// Stressed.
        case stressed = 29
        /// Surprised.
        case surprised = 30
        /// Worried.
        case worried = 31
        /// Annoyed.
        case annoyed = 32
        /// Confident.
        case confident = 33
        /// Drained.
        case drained = 34
        /// Hopeful.
        case hopeful = 35
        /// Indifferent.
        case indifferent = 36
        /// Overwhelmed.
        case overwhelmed = 37
        /// Satisfied.
        case satisfied = 38
    }

    /// A part of life that a feeling is about.
    public enum Association: Int, Sendable {
        /// Community.
        case community = 1
        /// Current events.
        case currentEvents = 2
        /// Dating.
        case dating = 3
        /// Education.
        case education = 4
        /// Family.
        case family = 5
        /// Fitness.
        case fitness = 6
        /// Friends.
        case friends = 7
        /// Health.
        case health = 8
        /// Hobbies.
        case hobbies = 9
        /// Identity.
        case identity = 10
        /// Money.
        case money = 11
        /// Partner.
        case partner = 12
        /// Self care.
        case selfCare = 13
        /// Spirituality.
        case spirituality = 14
        /// Tasks.
        case tasks = 15
        /// Travel.
        case travel = 16
        /// Work.
        case work = 17
        /// Weather.
        case weather = 18
    }
}
