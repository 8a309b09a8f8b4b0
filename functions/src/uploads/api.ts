import { notPermitted } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import { uploadRoutes } from '@recado/shared/uploads/routes'
import { filesOf } from '../files/open.ts'
import { uploadKey } from '../files/places.ts'
import { serve } from '../serve/serve.ts'

/** Files to customers, and spreadsheets of contacts. All other files are for companies with campaigns. */
const FOR_EVERY_COMPANY: readonly string[] = ['message-media', 'import']

export const handler = serve('uploads', uploadRoutes, {
  createUpload: async ({ purpose, contentType, bytes }, actor) => {
    if (!FOR_EVERY_COMPANY.includes(purpose) && !actor.campaignsEnabled) throw notPermitted()
    const uploadId = newId()
    const place = uploadKey(actor.companyId, uploadId)
    return { uploadId, ...(await filesOf(actor.companyId).presignUpload(place, { contentType, bytes })) }
  },
})
