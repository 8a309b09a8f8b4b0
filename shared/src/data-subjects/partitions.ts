/** How a partition is handled: what is done, or in a sentence why nothing is. */
interface Handling {
  /** Of the rows that hold a customer's data. `emptied`: the row stays without them. */
  erasure: 'deleted' | 'emptied' | `no: ${string}`
  /** Once they are older than the company keeps them. `expire`: the table deletes the rows by itself. */
  retention: 'deleted' | 'emptied' | 'expire' | `no: ${string}`
  dossier: 'yes' | `no: ${string}`
}

const [STAYS, DERIVED, UNSAID] = [
  'no: a customer stays a contact until somebody deletes them',
  'no: it repeats or points to what the dossier has from another partition',
  'no: it is work of the company that says nothing about the customer',
] as const

const list = { erasure: 'deleted', retention: STAYS, dossier: DERIVED } as const
/** A card has the lines of many people. */
const card = { ...list, erasure: 'emptied' } as const
const contact = { erasure: 'deleted', retention: STAYS, dossier: 'yes' } as const
const ofTicket = {
  erasure: 'deleted',
  retention: 'no: closed tickets count in reports; their name and preview are emptied in TICKETS',
  dossier: DERIVED,
} as const

/**
 * Every partition with data of customers, by the name before the first `#`. Erasure, retention and dossier must handle
 * what is stored there. Tests compare this table with the source and with a real erasure.
 */
export const PERSONAL_PARTITIONS: Readonly<Record<string, Handling>> = {
  LIST: contact,
  CARDS: card,
  NUMBERS: list,
  CONTACTS: contact,
  'CONTACT-NOTES': contact,
  'CONTACT-OF': list,
  'CONTACT-CARDS': card,
  'CONTACT-MERGES': list,
  'KNOWN-CONTACTS': contact,
  LIDS: { ...list, dossier: 'yes' },
  'LID-OF': list,
  ADDRESSES: { ...list, retention: 'no: the answer is asked for anew after 30 days', dossier: 'yes' },
  GROUPS: {
    erasure: 'emptied',
    retention: 'no: it is the present state of a group, which WhatsApp shows again',
    dossier: 'yes',
  },
  BLOCKS: {
    erasure: 'emptied',
    retention: 'no: a block holds until it is lifted',
    dossier: DERIVED,
  },
  'CONTACT-BLOCKS': {
    erasure: 'deleted',
    retention: 'no: a block holds until it is lifted',
    dossier: 'yes',
  },
  'ENDED-OPT-OUTS': {
    erasure: 'deleted',
    retention: 'no: the company must be able to prove an opt-out and the consent after it',
    dossier: 'yes',
  },
  LEDGER: { erasure: 'emptied', retention: 'deleted', dossier: 'yes' },
  CONFIRMATIONS: {
    erasure: 'deleted',
    retention: 'no: a question is answered or settled within three days',
    dossier: DERIVED,
  },
  CONVERSATIONS: { erasure: 'deleted', retention: 'emptied', dossier: 'yes' },
  MESSAGES: { erasure: 'deleted', retention: 'deleted', dossier: 'yes' },
  'MESSAGE-PLACES': { erasure: 'deleted', retention: 'deleted', dossier: DERIVED },
  WORDS: { erasure: 'deleted', retention: 'deleted', dossier: DERIVED },
  SENT: { erasure: 'deleted', retention: 'expire', dossier: DERIVED },
  OUTGOING: { erasure: 'deleted', retention: 'expire', dossier: DERIVED },
  TICKETS: { erasure: 'deleted', retention: 'emptied', dossier: 'yes' },
  'TICKETS-OF': ofTicket,
  'TICKET-UUIDS': ofTicket,
  'TICKET-PROTOCOLS': ofTicket,
  'LIVE-TICKETS': ofTicket,
  DESK: ofTicket,
  'DESK-CLOSED': ofTicket,
  'DESK-TALLIES': ofTicket,
  'DESK-REOPENED': ofTicket,
  SCHEDULES: { erasure: 'deleted', retention: 'deleted', dossier: 'yes' },
  'SCHEDULES-BY': { erasure: 'deleted', retention: 'deleted', dossier: DERIVED },
  DRAFTS: {
    erasure: 'deleted',
    retention: 'expire',
    dossier: 'no: it is a text that an attendant did not send',
  },
  EXPORTS: {
    erasure: 'deleted',
    retention: 'expire',
    dossier: 'no: it is a file made of what the dossier has',
  },
  IDEMPOTENCY: { erasure: 'deleted', retention: 'expire', dossier: DERIVED },
  ASKS: { erasure: 'deleted', retention: 'expire', dossier: DERIVED },
  ERASURES: {
    erasure: 'emptied',
    retention: 'no: it proves that the person was erased, and has four of their digits',
    dossier: UNSAID,
  },
}

/** Every other partition of a company, by domain: their rows hold nothing of a customer. */
export const IMPERSONAL_PARTITIONS = {
  company: ['COMPANY', 'RATES', 'AUDIT'],
  users: [
    'USERS',
    'SESSIONS',
    'LOGINS',
    'TOTP',
    'PASSWORD-LINKS',
    'INVITATIONS',
    'UNREACHED',
    // Ids of the queue's messages.
    'SENT-MAILS',
    'SOCKETS',
    // They name tickets, colleagues, connections, campaigns and lists, never the customer.
    'NOTICES',
    'NOTICES-TOLD',
    'NOTICE-SETTINGS',
    'LAST-OFFERS',
  ],
  connections: [
    'CONNECTIONS',
    'CONNECTIONS-EVER',
    'HEALTH',
    'CHECK-BUDGETS',
    'GROUP-FETCHES',
    // Names and numbers of groups, as LISTS has them: the members are in GROUPS.
    'GROUP-HEADS',
    'GROUP-HEADS-OF',
    'EXTRACTED-FROM',
  ],
  // The rows of imports count; the files of imports are deleted.
  lists: ['LISTS', 'IMPORTS'],
  // A released recipient is a moment and a place in the ledger.
  campaigns: [
    'CAMPAIGNS',
    'CAMPAIGNS-OF',
    'CAMPAIGNS-UNFINISHED',
    'CAMPAIGN-COUNTS',
    'CHAINS',
    'RELEASED',
    // Numbers only.
    'TIMELINE',
    'SENDING-STOP-TRACES',
  ],
  desk: [
    'TICKET-QUEUES',
    'TICKET-QUEUE-NAMES',
    'TICKET-QUEUE-COLORS',
    'TAGS',
    'TAG-NAMES',
    'PROTOCOLS',
    'GROUP-SETTINGS',
    'QUICK-REPLIES',
    'QUICK-REPLY-NAMES',
    'SCHEDULE-PACE',
    // Times and numbers by queue and attendant; the changes name tickets, never the customer.
    'DESK-DAYS',
    'DESK-PAST-CHANGES',
  ],
  // Internal words of the team. They may speak of a customer, but nothing leads from the customer to them, and a name in a
  // sentence is no safe sign of a person: an erasure does not search them. The clean-up deletes them, with their files, once
  // they are older than the company keeps its conversations, and users delete their own messages at any time.
  chats: ['CHATS', 'CHAT-MEMBERS', 'CHAT-PAIRS', 'CHAT-MESSAGES', 'CHAT-PLACES'],
} as const satisfies Record<string, readonly string[]>
