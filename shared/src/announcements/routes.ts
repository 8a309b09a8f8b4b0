import * as z from 'zod'
import { ANY_USER, OPERATOR } from '../access.ts'
import { defineRoutes, nothing } from '../http/contract.ts'
import { pageQuery, recordsOf } from '../http/paging.ts'
import { announcement, announcementInput, announcementWithImage } from './announcement.ts'

export const announcementRoutes = defineRoutes({
  listAnnouncements: {
    method: 'GET',
    path: '/announcements',
    access: ANY_USER,
    // Only operators see announcements that are not active, whatever the query says.
    query: pageQuery.extend({ status: z.enum(['true', 'false']).optional() }),
    response: recordsOf(announcement).extend({ count: z.number().int() }),
    summary: 'Announcements of the platform, newest first; operators see those that are not active too',
  },
  createAnnouncement: {
    method: 'POST',
    path: '/announcements',
    access: OPERATOR,
    body: announcementInput,
    response: announcement,
    status: 201,
    idempotent: true,
    summary: 'Announce something to everybody who uses the platform',
  },
  getAnnouncement: {
    method: 'GET',
    path: '/announcements/{announcementId}',
    namedBy: 'title',
    access: ANY_USER,
    response: announcementWithImage,
    errors: ['ERR_NO_ANNOUNCEMENT_FOUND'],
    summary: 'One announcement with the address of its image',
  },
  updateAnnouncement: {
    method: 'PUT',
    path: '/announcements/{announcementId}',
    access: OPERATOR,
    body: announcementInput,
    response: announcement,
    errors: ['ERR_NO_ANNOUNCEMENT_FOUND'],
    summary: 'Change an announcement',
  },
  deleteAnnouncement: {
    method: 'DELETE',
    path: '/announcements/{announcementId}',
    access: OPERATOR,
    response: nothing,
    status: 204,
    errors: ['ERR_NO_ANNOUNCEMENT_FOUND'],
    summary: 'Delete an announcement with its image',
  },
  uploadAnnouncementMedia: {
    method: 'POST',
    path: '/announcements/{announcementId}/media-upload',
    access: OPERATOR,
    body: z.strictObject({
      uploadId: z.string().max(64).optional(),
      fileName: z.string().max(255).optional(),
    }),
    file: 'file',
    response: announcement,
    errors: ['ERR_NO_ANNOUNCEMENT_FOUND', 'ERR_NO_FILE', 'ERR_IMAGE_TOO_LARGE', 'ERR_IMAGE_TYPE'],
    summary: 'The image, as a file or by uploadId; it replaces the one before',
  },
  deleteAnnouncementMedia: {
    method: 'DELETE',
    path: '/announcements/{announcementId}/media-upload',
    access: OPERATOR,
    response: nothing,
    status: 204,
    errors: ['ERR_NO_ANNOUNCEMENT_FOUND'],
    summary: 'Take the image away',
  },
})
