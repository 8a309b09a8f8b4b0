import { newId } from '@recado/shared/ids'
import { uploadRoutes } from '@recado/shared/uploads/routes'
import { files } from '../files/open.ts'
import { uploadKey } from '../files/places.ts'
import { serve } from '../http/serve.ts'

export const handler = serve('uploads', uploadRoutes, {
  createUpload: async ({ contentType, bytes }, { companyId }) => {
    const uploadId = newId()
    return {
      uploadId,
      ...(await files.presignUpload(uploadKey(companyId, uploadId), { contentType, bytes })),
    }
  },
})
