import {
  type Connection,
  RECOMMENDED_NEW_CONTACTS_PER_DAY,
  RECOMMENDED_WARM_UP_DAYS,
} from '@recado/shared/connections/connection'
import { textOrNull } from '../../ui/form.ts'

/** Values of the connection form. An empty number field holds ''. */
export interface ConnectionValues {
  name: string
  isDefault: boolean
  queueIds: string[]
  /** '' for the first one. */
  defaultQueueId: string
  groups: Connection['groups']
  readReceipts: Connection['readReceipts']
  showTyping: boolean
  greetingMessage: string
  complationMessage: string
  outOfHoursMessage: string
  ratingMessage: string
  /** Whether first contacts are limited. */
  isLimited: boolean
  newContactsPerDay: number | string
  warmUpDays: number | string
}

/** Initial values: customer service as the API has it for a new connection, no limit, and the recommended numbers in case the user sets one. */
export const connectionFormValues = (
  connection: Connection | undefined,
  isFirst: boolean,
): ConnectionValues => ({
  name: connection?.name ?? '',
  isDefault: connection?.isDefault ?? isFirst,
  queueIds: connection?.queues.map(({ id }) => id) ?? [],
  defaultQueueId: connection?.defaultQueueId ?? '',
  groups: connection?.groups ?? 'tab',
  readReceipts: connection?.readReceipts ?? 'attending',
  showTyping: connection?.showTyping ?? true,
  greetingMessage: connection?.greetingMessage ?? '',
  complationMessage: connection?.complationMessage ?? '',
  outOfHoursMessage: connection?.outOfHoursMessage ?? '',
  ratingMessage: connection?.ratingMessage ?? '',
  isLimited: connection !== undefined && connection.newContactsPerDay !== null,
  newContactsPerDay: connection?.newContactsPerDay ?? RECOMMENDED_NEW_CONTACTS_PER_DAY,
  warmUpDays: connection?.newContactsPerDay == null ? RECOMMENDED_WARM_UP_DAYS : connection.warmUpDays,
})

/** The values as the contract takes them. A missing number is left for the contract to refuse. */
export function connectionInputOf(values: ConnectionValues, connection?: Connection) {
  const { isLimited, isDefault, newContactsPerDay, warmUpDays, ...fields } = values
  return {
    ...fields,
    greetingMessage: textOrNull(values.greetingMessage),
    complationMessage: textOrNull(values.complationMessage),
    outOfHoursMessage: textOrNull(values.outOfHoursMessage),
    ratingMessage: textOrNull(values.ratingMessage),
    defaultQueueId: defaultQueueOf(values),
    // Sent only if the user changed it, so that a default that moved meanwhile is kept.
    ...(isDefault !== (connection?.isDefault ?? false) && { isDefault }),
    newContactsPerDay: isLimited ? newContactsPerDay : null,
    warmUpDays: isLimited ? warmUpDays : 0,
  }
}

/** The chosen default queue, if it still is one of the queues; null for the first one. */
export const defaultQueueOf = ({ queueIds, defaultQueueId }: ConnectionValues): string | null =>
  queueIds.includes(defaultQueueId) ? defaultQueueId : null

/** Whether a connection uses more than a new one has: queues, messages, a limit, or other decisions. */
export const hasAdvancedValues = (connection: Connection): boolean =>
  connection.queues.length > 0 ||
  connection.newContactsPerDay !== null ||
  MESSAGES.some((field) => Boolean(connection[field])) ||
  connection.groups !== 'tab' ||
  connection.readReceipts !== 'attending' ||
  !connection.showTyping

const MESSAGES = ['greetingMessage', 'complationMessage', 'outOfHoursMessage', 'ratingMessage'] as const
