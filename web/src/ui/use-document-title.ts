import { useEffect } from 'react'

/** What the browser's tab shows: the page, and a number before it. */
let [page, count] = ['', 0]

function writeTitle(): void {
  if (page) document.title = `${count > 0 ? `(${count}) ` : ''}${page} · Recado`
}

/** Sets the title of the browser's tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    page = title
    writeTitle()
  }, [title])
}

/** Puts a number before the title of the browser's tab; 0 takes it away. */
export function setTitleCount(next: number): void {
  if (next === count) return
  count = next
  writeTitle()
}
