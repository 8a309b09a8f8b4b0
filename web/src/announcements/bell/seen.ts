import type { Announcement } from '@recado/shared/announcements/announcement'

/** Ids sort by time, so the newest id that was seen is enough. Each user has a key of their own in the browser. */
const placeOf = (userId: string) => `recado.seenAnnouncement.${userId}`

export const lastSeen = (userId: string): string => localStorage.getItem(placeOf(userId)) ?? ''

export const rememberSeen = (userId: string, announcementId: string): void =>
  localStorage.setItem(placeOf(userId), announcementId)

export const newestOf = (announcements: readonly Pick<Announcement, 'id'>[]): string =>
  announcements.reduce((newest, { id }) => (id > newest ? id : newest), '')
