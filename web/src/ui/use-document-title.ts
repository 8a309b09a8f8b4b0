import { useEffect } from 'react'

/** The browser tab says where one is. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Recado`
  }, [title])
}
