/** The parts of a company that the trail tells of, as they are chosen from. */
export const AUDITED_DOMAINS = [
  'campaigns',
  'contact-lists',
  'contact-blocks',
  'connections',
  'extractors',
  'users',
  'sessions',
  'settings',
  'retention',
  'integration',
  'ticket-queues',
  'tags',
  'data-subjects',
  'uploads',
  'companies',
  'plans',
  'instances',
  'helps',
  'announcements',
] as const
export type AuditedDomain = (typeof AUDITED_DOMAINS)[number]

/** Of the platform: nothing of it is done in a company of customers. */
export const OPERATORS_DOMAINS: readonly AuditedDomain[] = ['plans', 'instances', 'helps', 'announcements']
