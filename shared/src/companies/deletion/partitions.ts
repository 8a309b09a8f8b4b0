import { ledgerId } from '../../campaigns/ledger/recipient.ts'
import { wordPartitions } from '../../search/word-rows.ts'

/**
 * Every partition of a company's rows, by domain: the deletion of a company goes through them. A test finds partitions
 * that are missing here.
 */
export const PARTITIONS = {
  campaigns: [
    'CAMPAIGN-COUNTS',
    'CAMPAIGNS-OF#PRIVATE',
    'CAMPAIGNS-OF#GROUP',
    'CAMPAIGNS-UNFINISHED',
    'CHAINS',
    'SENDING-STOP-TRACES',
  ],
  connections: ['ASKS', 'HEALTH', 'CHECK-BUDGETS'],
  contacts: ['ADDRESSES', 'BLOCKS', 'CONTACT-BLOCKS', 'ENDED-OPT-OUTS', 'LIDS', 'LID-OF', 'IMPORTS#BLOCKS'],
  people: [
    'CONTACTS',
    'CONTACT-OF',
    'CONTACT-NOTES',
    'CONTACT-MERGES',
    ...spread('CONTACT-CARDS'),
    'IMPORTS#CONTACTS',
  ],
  extractors: ['EXTRACTED-FROM', 'GROUP-FETCHES', 'GROUP-HEADS', 'GROUP-HEADS-OF'],
  files: ['EXPORTS'],
  desk: [
    'TICKET-UUIDS',
    'TICKET-PROTOCOLS',
    'DESK',
    'DESK-CLOSED',
    'DESK-TALLIES',
    'DESK-REOPENED',
    'DESK-DAYS',
    'DESK-PAST-CHANGES',
    'DRAFTS',
    'PROTOCOLS',
    'GROUP-SETTINGS',
    'NOTICES',
    'NOTICES-TOLD',
    'NOTICE-SETTINGS',
  ],
  chats: ['CHATS', 'CHAT-MEMBERS', 'CHAT-PAIRS'],
  schedules: ['SCHEDULES', 'SCHEDULES-BY', 'SCHEDULE-PACE', 'LAST-OFFERS'],
  quickReplies: ['QUICK-REPLIES', 'QUICK-REPLY-NAMES'],
  tickets: ['TICKETS', 'TICKET-QUEUES', 'TICKET-QUEUE-NAMES', 'TICKET-QUEUE-COLORS'],
  tags: ['TAGS', 'TAG-NAMES'],
  sessions: [
    'SESSIONS',
    'LOGINS',
    'TOTP',
    'PASSWORD-LINKS',
    'INVITATIONS',
    'UNREACHED',
    'SENT-MAILS',
    'IDEMPOTENCY',
  ],
  audit: ['AUDIT', 'ERASURES', 'RATES'],
  words: wordPartitions(),
} satisfies Record<string, readonly string[]>

/** Partitions whose rows refer to other partitions or to index rows: they are deleted row by row, in this order. */
export const LED_BY = [
  'CONNECTIONS',
  'LISTS',
  'CAMPAIGNS',
  'USERS',
  'SOCKETS',
  'CONNECTIONS-EVER',
  'COMPANY',
] as const

/** Partitions of one connection, besides the messages of each of its conversations. */
export const partitionsOfConnection = (connectionId: string): string[] =>
  [
    'MESSAGE-PLACES',
    'SENT',
    'OUTGOING',
    'CONFIRMATIONS',
    'LIVE-TICKETS',
    'TICKETS-OF',
    'GROUPS',
    'KNOWN-CONTACTS',
  ].map((kind) => `${kind}#${connectionId}`)

export const conversationsOf = (connectionId: string): string => `CONVERSATIONS#${connectionId}`
export const messagesOf = (connectionId: string, chat: string): string => `MESSAGES#${connectionId}#${chat}`

/** Partitions of one contact list. */
export const partitionsOfList = (listId: string): string[] => [
  ...['LIST', 'CARDS', 'NUMBERS'].flatMap((kind) => spread(`${kind}#${listId}`)),
  `IMPORTS#${listId}`,
]

/** Partitions of one campaign: its time line, and a ledger for each preparation. */
export function partitionsOfCampaign(campaignId: string, preparations: number): string[] {
  // One more: a preparation that has just begun counts itself only when it is done.
  const ledgers = Array.from({ length: preparations + 1 }, (_, index) => ledgerId(campaignId, index + 1))
  return [...ledgers.flatMap(partitionsOfLedger), `TIMELINE#${campaignId}`]
}

/** Partitions of one ledger. */
export const partitionsOfLedger = (ledger: string): string[] => [
  ...spread(`LEDGER#${ledger}`),
  `RELEASED#${ledger}`,
]

/** A long sequence has eight partitions. */
function spread(sequence: string): string[] {
  return Array.from({ length: 8 }, (_, part) => `${sequence}#${part}`)
}
