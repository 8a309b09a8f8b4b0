import type { useTexts } from '../../i18n/use-texts.ts'
import { ticketTitle } from '../../tickets/ticket-title.ts'
import type { Alert } from './alert-watch.ts'

/** The title of the browser's notification: who writes, or what it is about if names are hidden. */
export function alertTitle(
  { kind, ticket, chat }: Pick<Alert, 'kind' | 'ticket' | 'chat'>,
  hidesText: boolean,
  t: ReturnType<typeof useTexts>['t'],
): string {
  const name = ticket ? ticketTitle(ticket.name) : chat?.userName
  return name && !hidesText ? name : t(`notices.alerts.titles.${kind}`)
}
