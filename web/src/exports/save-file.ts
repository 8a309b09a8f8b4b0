import type { FileAnswer } from '@recado/shared/http/contract'

/** Has the browser save a file. */
export function saveFile({ fileName, contentType, bytes }: FileAnswer): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: contentType }))
  follow(url, fileName)
  URL.revokeObjectURL(url)
}

/** Has the browser save what lies at an address; whoever answers there says what it is called. */
export const saveFrom = (url: string): void => follow(url, '')

function follow(url: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
}
