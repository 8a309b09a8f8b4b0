import type {
  Announcement,
  AnnouncementInput,
  AnnouncementWithImage,
} from '@recado/shared/announcements/announcement'
import {
  announcementOf,
  countAnnouncements,
  deleteAnnouncement,
  getAnnouncement,
  pageOfAnnouncements,
  putAnnouncement,
  replaceAnnouncement,
  type StoredAnnouncement,
} from '@recado/shared/announcements/store'
import { notFound } from '@recado/shared/errors'
import type { PageQuery } from '@recado/shared/http/paging'
import { newId } from '@recado/shared/ids'
import { toEverybody } from '@recado/shared/realtime/events'
import type { Actor } from '@recado/shared/sessions/session'
import { platform, ports, publish } from '../context.ts'
import { files } from '../files/open.ts'
import { pageOf } from '../http/pages.ts'

export async function page(actor: Actor, query: PageQuery & { status?: 'true' | 'false' | undefined }) {
  const search = query.searchParam ?? ''
  const asked = query.status === undefined ? undefined : query.status === 'true'
  const wanted = { search, status: actor.super ? asked : true }
  const list = ['PLATFORM', 'announcements', search, String(wanted.status)]
  const [{ rows, ...end }, count] = await Promise.all([
    pageOf(list, query, (before, limit) => pageOfAnnouncements(platform, { ...wanted, before, limit })),
    countAnnouncements(platform, wanted),
  ])
  return { records: rows.map(announcementOf), count, ...end }
}

/** One that is not active is there for operators alone. */
export async function get(actor: Actor, id: string): Promise<AnnouncementWithImage> {
  const found = await stored(id)
  if (!found.status && !actor.super) throw noAnnouncement()
  const mediaUrl = found.mediaPath ? await files.presignDownload(found.mediaPath) : null
  return { ...announcementOf(found), mediaUrl }
}

export async function create(input: AnnouncementInput): Promise<Announcement> {
  const now = new Date(ports.now()).toISOString()
  const made = { id: newId(), ...input, mediaName: null, mediaPath: null, createdAt: now, updatedAt: now }
  await putAnnouncement(platform, { ...made, version: 1 })
  return tell('create', { ...made, version: 1 })
}

export const update = (id: string, input: AnnouncementInput): Promise<Announcement> => change(id, input)

/** Changes what is there at the moment of writing. */
export async function change(
  id: string,
  fields: Partial<Announcement>,
  replaced?: (before: StoredAnnouncement) => Promise<void>,
): Promise<Announcement> {
  for (;;) {
    const before = await stored(id)
    const after = { ...before, ...fields, updatedAt: new Date(ports.now()).toISOString() }
    if (!(await replaceAnnouncement(platform, before, after))) continue
    await replaced?.(before)
    return tell('update', after)
  }
}

export async function remove(id: string): Promise<undefined> {
  const found = await stored(id)
  if (!(await deleteAnnouncement(platform, found))) return remove(id)
  if (found.mediaPath) await files.delete(found.mediaPath)
  await publish(toEverybody('delete', { id }))
}

export async function stored(id: string): Promise<StoredAnnouncement> {
  const found = await getAnnouncement(platform, id)
  if (!found) throw noAnnouncement()
  return found
}

const noAnnouncement = () => notFound('ERR_NO_ANNOUNCEMENT_FOUND')

/** Nobody hears what one says that is not active: for them it is gone. */
async function tell(action: 'create' | 'update', made: StoredAnnouncement): Promise<Announcement> {
  const record = announcementOf(made)
  if (made.status) await publish(toEverybody(action, { record }))
  else if (action === 'update') await publish(toEverybody('delete', { id: made.id }))
  return record
}
