import { type Announcement, IMAGE_MAX_BYTES } from '@recado/shared/announcements/announcement'
import { DomainError } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import type { Actor } from '@recado/shared/sessions/session'
import { platform } from '../context.ts'
import { nameOf } from '../files/file-name.ts'
import { type Given, givenFile, type Limit } from '../uploads/given-file.ts'
import { change, images, requireAnnouncement } from './announcements.ts'
import { imageTypeOf } from './image-type.ts'

const TOO_LARGE: Limit = { longest: IMAGE_MAX_BYTES, code: 'ERR_IMAGE_TOO_LARGE' }

/**
 * Stores an announcement's image and replaces the previous one.
 * @throws DomainError ERR_NO_FILE, ERR_IMAGE_TOO_LARGE, ERR_IMAGE_TYPE
 */
export async function upload({ companyId }: Actor, id: string, given: Given): Promise<Announcement> {
  await requireAnnouncement(id)
  const { name, bytes } = await givenFile(companyId, given, TOO_LARGE)
  const type = imageTypeOf(bytes)
  if (!type) throw new DomainError('unprocessable', 'ERR_IMAGE_TYPE', 'Only PNG and JPEG images are taken')
  const mediaPath = `${platform.companyId}/announcements/${id}/${newId()}`
  await images.keep(mediaPath, bytes, type)
  try {
    return await change(id, { mediaPath, mediaName: nameOf(name) }, discard)
  } catch (error) {
    // After any other error the announcement may have the image.
    if (error instanceof DomainError) await images.delete(mediaPath)
    throw error
  }
}

export async function remove(id: string): Promise<undefined> {
  await change(id, { mediaPath: null, mediaName: null }, discard)
  return undefined
}

async function discard({ mediaPath }: Pick<Announcement, 'mediaPath'>): Promise<void> {
  if (mediaPath) await images.delete(mediaPath)
}
