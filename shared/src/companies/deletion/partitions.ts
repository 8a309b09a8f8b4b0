/**
 * Every partition that a company's rows lie in, by the domain they are of: what the deletion of a company goes through.
 * A test finds what a domain stores and does not name here.
 */
export const PARTITIONS = {
  campaigns: ['CAMPAIGN-COUNTS', 'CHAINS', 'SENDING-STOP-TRACES'],
  connections: ['ASKS', 'HEALTH', 'CHECK-BUDGETS'],
  contacts: ['ADDRESSES', 'BLOCKS', 'CONTACT-BLOCKS', 'LIDS', 'LID-OF', 'IMPORTS#BLOCKS'],
  extractors: ['EXTRACTED-FROM', 'GROUP-FETCHES'],
  files: ['EXPORTS'],
  tickets: ['TICKETS', 'TICKET-QUEUES', 'TICKET-QUEUE-NAMES', 'TICKET-QUEUE-COLORS'],
  tags: ['TAGS', 'TAG-NAMES'],
  sessions: ['SESSIONS', 'LOGINS', 'TOTP', 'PASSWORD-LINKS', 'INVITATIONS', 'IDEMPOTENCY'],
  audit: ['AUDIT', 'ERASURES', 'RATES'],
} satisfies Record<string, readonly string[]>

/** Partitions whose rows name others, or rows of an index: they are gone through row by row, in this order. */
export const LED_BY = [
  'CONNECTIONS',
  'LISTS',
  'CAMPAIGNS',
  'USERS',
  'SOCKETS',
  'CONNECTIONS-EVER',
  'COMPANY',
] as const

/** What belongs to one connection, beside the messages of each of its conversations. */
export const partitionsOfConnection = (connectionId: string): string[] =>
  ['MESSAGE-PLACES', 'SENT', 'CONFIRMATIONS', 'LIVE-TICKETS', 'GROUPS', 'KNOWN-CONTACTS'].map(
    (kind) => `${kind}#${connectionId}`,
  )

export const conversationsOf = (connectionId: string): string => `CONVERSATIONS#${connectionId}`
export const messagesOf = (connectionId: string, chat: string): string => `MESSAGES#${connectionId}#${chat}`

/** What belongs to one contact list. */
export const partitionsOfList = (listId: string): string[] => [
  ...['LIST', 'CARDS', 'NUMBERS'].flatMap((kind) => spread(`${kind}#${listId}`)),
  `IMPORTS#${listId}`,
]

/** What belongs to a campaign: a ledger for each time it was prepared. */
export const partitionsOfLedger = (ledger: string): string[] => [
  ...spread(`LEDGER#${ledger}`),
  `RELEASED#${ledger}`,
]

/** Long sequences lie in eight partitions. */
const spread = (sequence: string): string[] => Array.from({ length: 8 }, (_, part) => `${sequence}#${part}`)
