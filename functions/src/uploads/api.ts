import { DomainError } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import { uploadRoutes } from '@recado/shared/uploads/routes'
import { files } from '../files/open.ts'
import { uploadKey } from '../files/places.ts'
import { serve } from '../serve/serve.ts'

export const handler = serve('uploads', uploadRoutes, {
  createUpload: async ({ purpose, contentType, bytes }, actor) => {
    // Every user may send a file to a customer. All other files are for companies with campaigns.
    if (purpose !== 'message-media' && !actor.campaignsEnabled)
      throw new DomainError('forbidden', 'ERR_NO_PERMISSION', 'You are not permitted to do this')
    const uploadId = newId()
    const place = uploadKey(actor.companyId, uploadId)
    return { uploadId, ...(await files.presignUpload(place, { contentType, bytes })) }
  },
})
