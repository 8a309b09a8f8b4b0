/**
 * Only a person answers a message that comes later than this, and a timer that rings later says nothing; in
 * milliseconds. After an outage, or from the dead letters, hundreds of equal texts would leave an account at once and
 * at any hour: bans at once after such a time are reported (Baileys#1581). And a greeting hours after the customer
 * wrote is no greeting any more.
 */
export const LATE_MS = 3_600_000
