import {
  type Connection,
  RECOMMENDED_NEW_CONTACTS_PER_DAY,
  RECOMMENDED_WARM_UP_DAYS,
} from '@recado/shared/connections/connection'

/** What the connection form holds; a number field that was emptied holds ''. */
export interface ConnectionValues {
  name: string
  isDefault: boolean
  queueIds: string[]
  greetingMessage: string
  complationMessage: string
  outOfHoursMessage: string
  ratingMessage: string
  /** Whether first contacts are limited at all. */
  isLimited: boolean
  newContactsPerDay: number | string
  warmUpDays: number | string
}

/** What the form begins with: no limit, and the recommended numbers for whoever wants one. */
export const valuesOf = (connection: Connection | undefined, isFirst: boolean): ConnectionValues => ({
  name: connection?.name ?? '',
  isDefault: connection?.isDefault ?? isFirst,
  queueIds: connection?.queues.map(({ id }) => id) ?? [],
  greetingMessage: connection?.greetingMessage ?? '',
  complationMessage: connection?.complationMessage ?? '',
  outOfHoursMessage: connection?.outOfHoursMessage ?? '',
  ratingMessage: connection?.ratingMessage ?? '',
  isLimited: connection !== undefined && connection.newContactsPerDay !== null,
  newContactsPerDay: connection?.newContactsPerDay ?? RECOMMENDED_NEW_CONTACTS_PER_DAY,
  warmUpDays: connection?.newContactsPerDay == null ? RECOMMENDED_WARM_UP_DAYS : connection.warmUpDays,
})

/** What is sent of it, as the contract wants it; where a number is missing that is for the contract to refuse. */
export function sentOf(values: ConnectionValues, connection?: Connection) {
  const { isLimited, isDefault, newContactsPerDay, warmUpDays, ...fields } = values
  return {
    ...fields,
    // Said only where it is decided, so that a default which moved meanwhile stays where it is.
    ...(isDefault !== (connection?.isDefault ?? false) && { isDefault }),
    newContactsPerDay: isLimited ? newContactsPerDay : null,
    warmUpDays: isLimited ? warmUpDays : 0,
  }
}
