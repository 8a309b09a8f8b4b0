/** The domains that the audit trail can be filtered by. */
export const AUDITED_DOMAINS = [
  'campaigns',
  'contact-lists',
  'contact-blocks',
  'contacts',
  'connections',
  'extractors',
  'users',
  'sessions',
  'settings',
  'retention',
  'integration',
  'tickets',
  'ticket-queues',
  'tags',
  'quick-replies',
  'schedules',
  'chats',
  'data-subjects',
  'uploads',
  'companies',
  'audit',
  'desk-report',
  'plans',
  'instances',
  'helps',
  'announcements',
] as const
export type AuditedDomain = (typeof AUDITED_DOMAINS)[number]

/** Domains of the platform. Nothing of them happens in a customer's company. */
export const OPERATORS_DOMAINS: readonly AuditedDomain[] = ['plans', 'instances', 'helps', 'announcements']
