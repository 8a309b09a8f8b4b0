import type { ApiClient } from './api-client.ts'

/** Sends a file straight to S3, as browsers send large ones, and answers its id. */
export async function uploaded(client: ApiClient, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const contentType = 'application/octet-stream'
  const { uploadId, url, fields } = await client.done<{
    uploadId: string
    url: string
    fields: Record<string, string>
  }>('POST', '/uploads', { purpose: 'import', fileName: 'contatos', contentType, bytes: bytes.length })
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
