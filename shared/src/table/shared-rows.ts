import { PLATFORM } from './platform-id.ts'

/** Rows that belong to no company, with the pattern of their partition keys for IAM: first the indexes (indexes.ts). */
export const sharedRows = {
  emails: 'INDEX#EMAIL#*',
  dueCampaigns: 'INDEX#DUE#*',
  dueAtDesk: 'INDEX#DESK-DUE#*',
  chains: 'INDEX#CHAIN#*',
  shards: 'INDEX#SHARD#*',
  sockets: 'INDEX#SOCKET#*',
  listening: 'INDEX#LISTENING#*',
  socketTickets: 'INDEX#TICKET#*',
  handovers: 'INDEX#HANDOVER#*',
  attempts: 'INDEX#ATTEMPTS#*',
  sendingStop: 'INDEX#SENDING-STOP#*',
  sendingStopTraces: 'INDEX#SENDING-STOP-TRACES',
  plans: `${PLATFORM}#PLANS*`,
  instances: `${PLATFORM}#INSTANCES*`,
  helps: `${PLATFORM}#HELPS*`,
  announcements: `${PLATFORM}#ANNOUNCEMENTS*`,
  deletions: `${PLATFORM}#COMPANY-DELETIONS`,
  retention: `${PLATFORM}#RETENTION*`,
} as const

export type SharedRows = keyof typeof sharedRows

/** Shared rows that a company's session reads, and those that it writes in the transactions that change its own rows. */
export const companyShared: { read: readonly SharedRows[]; written: readonly SharedRows[] } = {
  read: ['sendingStop'],
  written: ['emails', 'dueCampaigns', 'dueAtDesk', 'chains', 'shards', 'sockets'],
}
