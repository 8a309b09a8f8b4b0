import type { Account } from './accounts.ts'

/** The server as sender and recipient of stanzas. */
export const SERVER_JID = '@s.whatsapp.net'

type DeviceOfAccount = { number: string; lid: string; device: number }

export const phoneJid = (account: Pick<Account, 'number'>): string => `${account.number}@s.whatsapp.net`

export const lidJid = (account: Pick<Account, 'lid'>): string => `${account.lid}@lid`

export const devicePhoneJid = (of: DeviceOfAccount): string => `${of.number}:${of.device}@s.whatsapp.net`

export const deviceLidJid = (of: DeviceOfAccount): string => `${of.lid}:${of.device}@lid`
