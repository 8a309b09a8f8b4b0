import * as z from 'zod'
import { nameText } from '../name.ts'

/** The largest image of an announcement, in bytes. */
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024

/** 1 Alta, 2 Média, 3 Baixa (part 2 §9). */
export const PRIORITIES = [1, 2, 3] as const
export const priority = z.literal(PRIORITIES)
export type Priority = z.infer<typeof priority>

const fields = {
  title: nameText(1, 200),
  text: z.string().trim().min(1).max(5000),
  priority: priority.default(3),
  /** Whether people see it (Ativo). */
  status: z.boolean().default(true),
}

export const announcementInput = z.strictObject(fields)
export type AnnouncementInput = z.infer<typeof announcementInput>

/** A message of the platform to all its users. */
export const announcement = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  priority,
  status: z.boolean(),
  mediaName: z.string().nullable(),
  /** The image's key in the bucket. */
  mediaPath: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Announcement = z.infer<typeof announcement>

export const announcementWithImage = announcement.extend({
  /** The image's address, valid for five minutes. */
  mediaUrl: z.string().nullable(),
})
export type AnnouncementWithImage = z.infer<typeof announcementWithImage>
