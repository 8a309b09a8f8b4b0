import type { Person } from '@recado/shared/conversations/inbound'
import {
  isJidBroadcast,
  isJidNewsletter,
  isJidStatusBroadcast,
  isLidUser,
  isPnUser,
  jidDecode,
} from '@whiskeysockets/baileys'

/** A person by the one or two addresses that a message gives of them; undefined for anything but a person. */
export function personOf(...jids: (string | null | undefined)[]): Person | undefined {
  const person: Person = {}
  for (const jid of jids) {
    const user = jidDecode(jid ?? undefined)?.user
    if (user && isPnUser(jid ?? undefined)) person.number = user
    if (user && isLidUser(jid ?? undefined)) person.lid = user
  }
  return person.number || person.lid ? person : undefined
}

/** Statuses and channels: nothing there is said to this account, so it is not even decrypted. */
export const isIgnored = (jid: string): boolean => isJidStatusBroadcast(jid) || isJidNewsletter(jid) === true

/** A list that somebody writes to many people with; each of them has it as a message of that person. */
export const isBroadcastList = (jid: string | null | undefined): boolean =>
  isJidBroadcast(jid ?? '') === true && !isIgnored(jid ?? '')
