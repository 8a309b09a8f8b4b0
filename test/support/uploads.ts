import type { ApiClient } from './api-client.ts'

/** Uploads a file directly to S3, like browsers do with large ones. Returns its id. */
export async function uploaded(
  client: ApiClient,
  bytes: Uint8Array<ArrayBuffer>,
  purpose: 'import' | 'message-media' = 'import',
): Promise<string> {
  const contentType = 'application/octet-stream'
  const { uploadId, url, fields } = await client.call('createUpload', {
    purpose,
    fileName: 'contatos',
    contentType,
    bytes: bytes.length,
  })
  const response = await sendTo(url, fields, bytes)
  if (!response.ok) throw new Error(`The upload was refused: ${response.status} ${await response.text()}`)
  return uploadId
}

function sendTo(url: string, fields: Record<string, string>, bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([bytes]))
  return fetch(url, { method: 'POST', body: form })
}
