import * as z from 'zod'
import { CAMPAIGN_USER } from '../access.ts'
import { IMAGE_MAX_BYTES } from '../announcements/announcement.ts'
import { MEDIA_MAX_BYTES } from '../campaigns/campaign.ts'
import { defineRoutes } from '../http/contract.ts'
import { IMPORT_MAX_BYTES } from '../imports/import.ts'

const file = (longest: number) => ({
  fileName: z.string().min(1).max(255),
  contentType: z.string().min(1).max(127),
  bytes: z.number().int().min(1).max(longest),
})

/** A presigned POST: `fields` go into the form before the file. */
export const uploadRoutes = defineRoutes({
  createUpload: {
    method: 'POST',
    path: '/uploads',
    access: CAMPAIGN_USER,
    body: z.discriminatedUnion('purpose', [
      z.strictObject({ purpose: z.literal('import'), ...file(IMPORT_MAX_BYTES) }),
      z.strictObject({ purpose: z.literal('campaign-media'), ...file(MEDIA_MAX_BYTES) }),
      z.strictObject({ purpose: z.literal('announcement-image'), ...file(IMAGE_MAX_BYTES) }),
    ]),
    response: z.object({ uploadId: z.string(), url: z.string(), fields: z.record(z.string(), z.string()) }),
    status: 201,
    rate: 'uploads',
    summary: 'A place in S3 to send a large file to',
  },
})
