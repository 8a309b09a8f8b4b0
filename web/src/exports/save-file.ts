import type { FileAnswer } from '@recado/shared/http/contract'

/** Saves a file through the browser. */
export function saveFile({ fileName, contentType, bytes }: FileAnswer): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: contentType }))
  follow(url, fileName)
  URL.revokeObjectURL(url)
}

/** Saves the file at an address through the browser. The server names the file. */
export const saveFileFrom = (url: string): void => follow(url, '')

function follow(url: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
}
