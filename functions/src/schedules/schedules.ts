import { hasPermission } from '@recado/shared/access'
import { getConnection } from '@recado/shared/connections/store'
import { survivorOf } from '@recado/shared/contacts/store'
import { chatsOfContact, type StoredContact } from '@recado/shared/contacts/stored-contact'
import { DomainError, invalidField, notFound } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import { SCHEDULE_AHEAD_MS, type Schedule, type ScheduleInput } from '@recado/shared/schedules/schedule'
import { getSchedule, holdBack, scheduleOf, writeSchedule } from '@recado/shared/schedules/store'
import { type StoredSchedule, scheduleFileKeys } from '@recado/shared/schedules/stored-schedule'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { allChatsOf, isAnyChatBlocked } from '../contacts/contact-chats.ts'
import { ports, tableOf } from '../context.ts'
import { requireAttendant } from '../credentials/attendant.ts'
import { filesOf } from '../files/open.ts'
import { askIn } from './ask.ts'
import { publishDeletion, publishSchedule } from './live.ts'
import { forgetScheduleFile, keepScheduleFile } from './schedule-files.ts'

/** @throws DomainError ERR_NO_SCHEDULE_FOUND */
export async function get({ companyId }: Actor, id: string): Promise<Schedule> {
  const found = await find(companyId, id)
  return scheduleOf(found, await survivorOf(tableOf(companyId), found.contactId))
}

/**
 * @param id of the new schedule. A repeated call, whose first try may have made it, has the same one
 * @throws DomainError any of the route's
 */
export async function create(actor: Actor, input: ScheduleInput, id = newId(ports.now())): Promise<Schedule> {
  requireAttendant(actor)
  const { companyId, userId, name: userName } = actor
  const made = await getSchedule(tableOf(companyId), id)
  if (made) return announced(made)
  const contact = await checked(companyId, input)
  const { media, whatsappId = null, ...given } = input
  const now = new Date(ports.now()).toISOString()
  const schedule: StoredSchedule = {
    ...given,
    id,
    companyId,
    userId,
    userName,
    whatsappId,
    contactId: contact.id,
    media: media ? await keepScheduleFile(companyId, media) : null,
    ...UNTRIED,
    dueAt: given.sendAt,
    attempts: 0,
    revision: 0,
    createdAt: now,
    updatedAt: now,
  }
  await writeSchedule(tableOf(companyId), undefined, schedule)
  return announced(schedule)
}

async function announced(schedule: StoredSchedule): Promise<Schedule> {
  await askSoon(schedule)
  await publishSchedule('create', schedule)
  return scheduleOf(schedule, await survivorOf(tableOf(schedule.companyId), schedule.contactId))
}

/** The fields of a schedule before the first try to send it. */
const UNTRIED = {
  status: 'PENDENTE',
  reason: null,
  waitsFor: null,
  sentAt: null,
  lateSeconds: null,
  turnAt: null,
  message: null,
} as const

/** @throws DomainError any of the route's */
export async function update(actor: Actor, id: string, input: ScheduleInput): Promise<Schedule> {
  requireAttendant(actor)
  const { companyId } = actor
  // An unknown schedule is refused before the contact, which may be blocked.
  await find(companyId, id)
  const contact = await checked(companyId, input)
  const { media: wanted, whatsappId = null, ...given } = input
  return retrying(
    tableOf(companyId),
    () => find(companyId, id),
    async (read) => {
      requireMayChange(actor, read)
      await forgetScheduleFile(companyId, read.replacedMediaId)
      const media = await changedFile(read, wanted)
      const isReplaced = media?.mediaId !== read.media?.mediaId
      const after: StoredSchedule = {
        ...read,
        ...given,
        ...UNTRIED,
        whatsappId,
        contactId: await keptContactId(read, contact),
        media,
        replacedMediaId: isReplaced ? (read.media?.mediaId ?? null) : null,
        dueAt: given.sendAt,
        // The message of an earlier try keeps its id for itself.
        attempts: read.attempts + 1,
        updatedAt: new Date(ports.now()).toISOString(),
      }
      const isWritten = await writeSchedule(tableOf(companyId), read, after)
      if (isReplaced) await forgetScheduleFile(companyId, (isWritten ? read.media : media)?.mediaId)
      if (!isWritten) return AGAIN
      await askSoon(after)
      await publishSchedule('update', after)
      return scheduleOf(after, contact)
    },
  )
}

/** @throws DomainError any of the route's */
export async function remove(actor: Actor, id: string): Promise<undefined> {
  const { companyId } = actor
  return retrying(
    tableOf(companyId),
    () => find(companyId, id),
    async (read) => {
      requireMayChange(actor, read)
      // The files go before the row, by which a repeated call finds them, and after nothing sends them any more.
      const keys = scheduleFileKeys(read)
      const held = keys.length > 0 ? await holdBack(tableOf(companyId), read) : read
      if (!held) return AGAIN
      for (const key of keys) await filesOf(companyId).delete(key)
      if (!(await writeSchedule(tableOf(companyId), held, undefined))) return AGAIN
      await publishDeletion(read)
      return undefined
    },
  )
}

/** The sweep may already have passed such a near time. */
const SOON_MS = 60_000

async function askSoon(schedule: StoredSchedule): Promise<void> {
  const ahead = Date.parse(schedule.sendAt) - ports.now()
  if (ahead < SOON_MS) await askIn(schedule, Math.max(0, ahead))
}

/** A schedule of a contact that was merged keeps it: undoing the merge gives it back. */
async function keptContactId(
  { companyId, contactId }: StoredSchedule,
  { id }: StoredContact,
): Promise<string> {
  const present = await survivorOf(tableOf(companyId), contactId)
  return present?.id === id ? contactId : id
}

async function changedFile(
  { companyId, media }: StoredSchedule,
  wanted: ScheduleInput['media'],
): Promise<StoredSchedule['media']> {
  if (wanted === undefined || wanted?.mediaId === media?.mediaId) return media
  return wanted && keepScheduleFile(companyId, wanted)
}

async function find(companyId: string, id: string): Promise<StoredSchedule> {
  const found = await getSchedule(tableOf(companyId), id)
  if (!found) throw notFound('ERR_NO_SCHEDULE_FOUND')
  return found
}

/** @throws DomainError ERR_NO_PERMISSION; ERR_SCHEDULE_SENT also while its message is on the way */
function requireMayChange(
  { userId, profile }: Actor,
  { userId: ownerId, status, message }: StoredSchedule,
): void {
  if (ownerId !== userId && !hasPermission(profile, 'drawer-admin-items:view'))
    throw new DomainError('forbidden', 'ERR_NO_PERMISSION', 'Only its maker or an admin changes a schedule')
  const isOnItsWay = status === 'PENDENTE' && message !== null
  if (status === 'ENVIADA' || isOnItsWay)
    throw new DomainError('conflict', 'ERR_SCHEDULE_SENT', 'The message of this schedule was sent')
}

/**
 * Checks the contact, the time and the connection of a schedule.
 * @returns its contact
 * @throws DomainError ERR_SCHEDULE_PAST, ERR_VALIDATION, ERR_NO_CONTACT_FOUND, ERR_NO_WAPP_FOUND, ERR_CONTACT_BLOCKED
 */
async function checked(
  companyId: string,
  { contactId, whatsappId, sendAt }: ScheduleInput,
): Promise<StoredContact> {
  const table = tableOf(companyId)
  const ahead = Date.parse(sendAt) - ports.now()
  if (ahead <= 0) throw new DomainError('invalid', 'ERR_SCHEDULE_PAST', 'The time has passed')
  if (ahead > SCHEDULE_AHEAD_MS) throw invalidField('sendAt', 'out_of_range', 'The time is too far ahead')
  const contact = await survivorOf(table, contactId)
  if (!contact || chatsOfContact(contact).length === 0) throw notFound('ERR_NO_CONTACT_FOUND')
  if (whatsappId && !(await getConnection(table, whatsappId))) throw notFound('ERR_NO_WAPP_FOUND')
  if (await isAnyChatBlocked(table, await allChatsOf(table, contact)))
    throw new DomainError('conflict', 'ERR_CONTACT_BLOCKED', 'This contact is blocked')
  return contact
}
