import * as z from 'zod'
import { ANY_USER } from '../access.ts'
import { IMAGE_MAX_BYTES } from '../announcements/announcement.ts'
import { MEDIA_MAX_BYTES } from '../campaigns/contract/campaign.ts'
import { defineRoutes } from '../http/contract.ts'
import { IMPORT_MAX_BYTES } from '../imports/import.ts'
import { MEDIA_LIMITS } from '../messages/content.ts'

const file = (longest: number) => ({
  fileName: z.string().min(1).max(255),
  /** Printable: it becomes a header of the stored file. */
  contentType: z
    .string()
    .min(1)
    .max(127)
    .regex(/^[\x20-\x7e]+$/),
  bytes: z.number().int().min(1).max(longest),
})

/**
 * A presigned POST: `fields` go into the form before the file. It is valid for minutes (`UPLOAD_SECONDS`), counted from the
 * first answer: a repetition with the same Idempotency-Key gets the same place, and after that time a dead one.
 */
export const uploadRoutes = defineRoutes({
  createUpload: {
    method: 'POST',
    path: '/uploads',
    access: ANY_USER,
    body: z.discriminatedUnion('purpose', [
      z.strictObject({ purpose: z.literal('import'), ...file(IMPORT_MAX_BYTES) }),
      z.strictObject({ purpose: z.literal('campaign-media'), ...file(MEDIA_MAX_BYTES) }),
      z.strictObject({ purpose: z.literal('announcement-image'), ...file(IMAGE_MAX_BYTES) }),
      /** A file for a customer: any user may send one. */
      z.strictObject({ purpose: z.literal('message-media'), ...file(MEDIA_LIMITS.document) }),
    ]),
    response: z.object({ uploadId: z.string(), url: z.string(), fields: z.record(z.string(), z.string()) }),
    status: 201,
    idempotent: true,
    secretAnswer: true,
    rate: 'uploads',
    errors: ['ERR_NO_PERMISSION'],
    summary: 'A place in S3 to send a large file to',
  },
})
