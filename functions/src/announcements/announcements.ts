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
import { notFound } from '@recado/shared/errors/errors'
import type { PageQuery } from '@recado/shared/http/paging'
import { newId } from '@recado/shared/ids'
import { toEverybody } from '@recado/shared/realtime/events'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { platform, ports, publish } from '../context.ts'
import { filesOf } from '../files/open.ts'
import { pageOf } from '../http/pages.ts'

/** Announcements’ images are the platform's own. */
export const images = filesOf(platform.companyId)

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

/** Only operators see an inactive announcement. */
export async function get(actor: Actor, id: string): Promise<AnnouncementWithImage> {
  const found = await requireAnnouncement(id)
  if (!found.status && !actor.super) throw noAnnouncement()
  const mediaUrl = found.mediaPath ? await images.presignDownload(found.mediaPath) : null
  return { ...announcementOf(found), mediaUrl }
}

export async function create(input: AnnouncementInput): Promise<Announcement> {
  const now = new Date(ports.now()).toISOString()
  const made = { id: newId(), ...input, mediaName: null, mediaPath: null, createdAt: now, updatedAt: now }
  await putAnnouncement(platform, { ...made, version: 1 })
  return publishAnnouncement('create', { ...made, version: 1 })
}

export const update = (id: string, input: AnnouncementInput): Promise<Announcement> => change(id, input)

/** Changes the stored announcement atomically. */
export async function change(
  id: string,
  fields: Partial<Announcement>,
  replaced?: (before: StoredAnnouncement) => Promise<void>,
): Promise<Announcement> {
  return retrying(
    platform,
    () => requireAnnouncement(id),
    async (before) => {
      const after = { ...before, ...fields, updatedAt: new Date(ports.now()).toISOString() }
      if (!(await replaceAnnouncement(platform, before, after))) return AGAIN
      await replaced?.(before)
      return publishAnnouncement('update', after)
    },
  )
}

export async function remove(id: string): Promise<undefined> {
  await retrying(
    platform,
    () => requireAnnouncement(id),
    async (found) => {
      // Before the row, which a repeated call finds it by.
      if (found.mediaPath) await images.delete(found.mediaPath)
      return (await deleteAnnouncement(platform, found)) ? undefined : AGAIN
    },
  )
  await publish(toEverybody('delete', { id, updatedAt: new Date(ports.now()).toISOString() }))
}

export async function requireAnnouncement(id: string): Promise<StoredAnnouncement> {
  const found = await getAnnouncement(platform, id)
  if (!found) throw noAnnouncement()
  return found
}

const noAnnouncement = () => notFound('ERR_NO_ANNOUNCEMENT_FOUND')

/**
 * Publishes the announcement. For browsers, an inactive one is deleted. Events may overtake each other (ADR 27), so a
 * deletion too says when it was made.
 */
async function publishAnnouncement(
  action: 'create' | 'update',
  made: StoredAnnouncement,
): Promise<Announcement> {
  const record = announcementOf(made)
  const { id, updatedAt } = record
  if (made.status) await publish(toEverybody(action, { record }))
  else if (action === 'update') await publish(toEverybody('delete', { id, updatedAt }))
  return record
}
