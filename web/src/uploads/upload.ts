import { ApiError } from '@recado/shared/http/api-error'
import type { RequestOf } from '@recado/shared/http/contract'
import { uploadRoutes } from '@recado/shared/uploads/routes'
import { AnswerOverdue, withBackOff } from '../api/back-off.ts'
import { call } from '../api/call.ts'

/** An upload that does not move on for this long (ms) has failed. */
const STALLED_MS = 60_000

interface UploadOptions {
  purpose: RequestOf<typeof uploadRoutes.createUpload>['purpose']
  signal: AbortSignal
  /** Called with the share that was sent, 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Uploads a file to storage. Resolves to the uploadId for the call that uses the file.
 * @throws AbortError after the signal; an ApiError if storage refused the file
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
  // Storage ignores fields after the file.
  form.append('file', file)
  // A repeated file is stored under the same key.
  await withBackOff(() => store(url, form, options), { mayArriveTwice: true, signal })
  return uploadId
}

async function store(url: string, form: FormData, options: UploadOptions): Promise<void> {
  options.signal.throwIfAborted()
  const status = await post(url, form, options)
  options.signal.throwIfAborted()
  if (status === 0) throw new ApiError(0, 'ERR_NETWORK', 'Nothing answered')
  // S3 asks for patience with 503 Slow Down and 500 InternalError ("Error responses" in its API reference).
  if (status >= 500) throw new ApiError(status, 'ERR_UNAVAILABLE', 'Storage is busy')
  if (status >= 400) throw new ApiError(status, 'ERR_UPLOAD_MISSING', 'The file was not stored')
}

/**
 * XMLHttpRequest, because fetch reports no upload progress. Resolves to the answer's status, 0 without an answer.
 * @throws AnswerOverdue if the upload stalled
 */
function post(url: string, form: FormData, { signal, onProgress }: UploadOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const giveUp = () => {
      reject(new AnswerOverdue())
      request.abort()
    }
    let stalled = setTimeout(giveUp, STALLED_MS)
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(stalled)
      stalled = setTimeout(giveUp, STALLED_MS)
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onloadend = () => {
      clearTimeout(stalled)
      resolve(request.status)
    }
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', url)
    request.send(form)
  })
}
