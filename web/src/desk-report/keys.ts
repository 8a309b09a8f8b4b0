import type { ShownTickets } from './search.ts'

/** Keys of this domain in the query cache. */
export const deskReportKeys = {
  all: ['desk-report'] as const,
  report: (wanted: object) => ['desk-report', 'report', wanted] as const,
  tickets: (shown: ShownTickets) => ['desk-report', 'tickets', shown] as const,
}
