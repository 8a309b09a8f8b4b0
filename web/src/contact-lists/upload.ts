import { ApiError } from '@recado/shared/http/client'
import { uploadRoutes } from '@recado/shared/uploads/routes'
import { call } from '../api/call.ts'

/** Sends a large spreadsheet straight to storage. Resolves to the uploadId that the import takes. */
export async function uploadToStorage(file: File): Promise<string> {
  const contentType = file.type || 'application/octet-stream'
  const { uploadId, url, fields } = await call(uploadRoutes.createUpload, {
    purpose: 'import',
    fileName: file.name,
    contentType,
    bytes: file.size,
  })
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  // Storage reads no field after the file.
  form.append('file', file)
  const answer = await fetch(url, { method: 'POST', body: form }).catch(() => undefined)
  if (!answer) throw new ApiError(0, 'ERR_NETWORK', 'Nothing answered')
  if (!answer.ok) throw new ApiError(answer.status, 'ERR_UPLOAD_MISSING', 'The file was not stored')
  return uploadId
}
