import { useWindowEvent } from '@mantine/hooks'

/** Refuses files that are dropped where no part of the page takes them. Firefox and Safari open such a file in place of the app. */
export function useRefusedDrops(): void {
  // The window hears an event last, after the parts of the page that take files.
  useWindowEvent('dragover', refuseFiles)
  useWindowEvent('drop', refuseFiles)
}

/** Refuses the files of a drag, unless a part of the page has taken them. */
export function refuseFiles(
  event: Pick<DragEvent, 'dataTransfer' | 'defaultPrevented' | 'preventDefault'>,
): void {
  const { dataTransfer, defaultPrevented } = event
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  dataTransfer.dropEffect = 'none'
}
