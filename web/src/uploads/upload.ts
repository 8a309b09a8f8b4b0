import { ApiError } from '@recado/shared/http/client'
import type { RequestOf } from '@recado/shared/http/contract'
import { uploadRoutes } from '@recado/shared/uploads/routes'
import { call } from '../api/call.ts'

interface UploadOptions {
  purpose: RequestOf<typeof uploadRoutes.createUpload>['purpose']
  signal: AbortSignal
  /** Told how much has been sent, from 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Sends a file straight to storage. Resolves to the uploadId that the call takes which is made with the file.
 * @throws AbortError once the signal was given; an ApiError where storage did not take the file
 */
export async function uploadToStorage(file: File, options: UploadOptions): Promise<string> {
  const { signal, purpose } = options
  const { uploadId, url, fields } = await call(
    uploadRoutes.createUpload,
    {
      purpose,
      fileName: file.name,
      contentType: file.type || 'application/octet-stream',
      bytes: file.size,
    },
    { signal },
  )
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  // Storage reads no field after the file.
  form.append('file', file)
  const status = await post(url, form, options)
  signal.throwIfAborted()
  if (status === 0) throw new ApiError(0, 'ERR_NETWORK', 'Nothing answered')
  if (status >= 400) throw new ApiError(status, 'ERR_UPLOAD_MISSING', 'The file was not stored')
  return uploadId
}

/** fetch tells nothing of what has been sent. Resolves to the answer's status, 0 where none came. */
function post(url: string, form: FormData, { signal, onProgress }: UploadOptions): Promise<number> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onloadend = () => resolve(request.status)
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', url)
    request.send(form)
  })
}
