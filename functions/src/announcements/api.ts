import { announcementRoutes } from '@recado/shared/announcements/routes'
import { serve } from '../serve/serve.ts'
import * as announcements from './announcements.ts'
import * as image from './image.ts'

export const handler = serve('announcements', announcementRoutes, {
  listAnnouncements: (query, actor) => announcements.page(actor, query),
  createAnnouncement: (input) => announcements.create(input),
  getAnnouncement: ({ announcementId }, actor) => announcements.get(actor, announcementId),
  updateAnnouncement: ({ announcementId, ...input }) => announcements.update(announcementId, input),
  deleteAnnouncement: ({ announcementId }) => announcements.remove(announcementId),
  uploadAnnouncementMedia: ({ announcementId, ...given }, actor) =>
    image.upload(actor, announcementId, given),
  deleteAnnouncementMedia: ({ announcementId }) => image.remove(announcementId),
})
