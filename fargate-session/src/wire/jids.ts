import type { Person } from '@recado/shared/messages/inbound'
import {
  isJidBroadcast,
  isJidNewsletter,
  isJidStatusBroadcast,
  isLidUser,
  isPnUser,
  jidDecode,
} from '@whiskeysockets/baileys'

/** A person by one or two of their addresses; undefined for anything but a person. */
export function personOf(...jids: (string | null | undefined)[]): Person | undefined {
  const person: Person = {}
  for (const jid of jids) {
    const user = jidDecode(jid ?? undefined)?.user
    if (user && isPnUser(jid ?? undefined)) person.number = user
    if (user && isLidUser(jid ?? undefined)) person.lid = user
  }
  return person.number || person.lid ? person : undefined
}

/** Statuses and channels are not addressed to this account, so they are not decrypted. */
export const isIgnored = (jid: string): boolean => isJidStatusBroadcast(jid) || isJidNewsletter(jid) === true

/** A list for writing to many people. Each of them gets a message of the writer. */
export const isBroadcastList = (jid: string | null | undefined): boolean =>
  isJidBroadcast(jid ?? '') === true && !isIgnored(jid ?? '')
