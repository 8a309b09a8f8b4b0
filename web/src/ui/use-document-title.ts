import { useEffect } from 'react'
import { listeners } from './listeners.ts'

/** What the browser's tab shows: the page, and a number before it. */
let [page, count] = ['', 0]
/** The title of the page that was opened last within the app: the first one is part of the loaded document. */
let opened = ''

const { tell, subscribe } = listeners()

/** The title of the page that a link has opened, or '' before that; for `useSyncExternalStore`. */
export const openedPage = { subscribe, title: () => opened }

function writeTitle(): void {
  if (page) document.title = `${count > 0 ? `(${count}) ` : ''}${page} · Recado`
}

/** Sets the title of the browser's tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    if (page && page !== title) opened = title
    page = title
    writeTitle()
    tell()
  }, [title])
}

/** Puts a number before the title of the browser's tab; 0 takes it away. */
export function setTitleCount(next: number): void {
  if (next === count) return
  count = next
  writeTitle()
}
