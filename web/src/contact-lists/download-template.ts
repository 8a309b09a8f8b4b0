import { contactListRoutes } from '@recado/shared/contact-lists/routes'
import { call } from '../api/call.ts'

/** Saves the spreadsheet to fill in. */
export async function downloadTemplate(): Promise<void> {
  const { fileName, contentType, bytes } = await call(contactListRoutes.contactListTemplate, {})
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: contentType }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
