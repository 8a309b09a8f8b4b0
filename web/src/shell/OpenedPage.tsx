import { VisuallyHidden } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { openedPage } from '../ui/use-document-title.ts'

/** Tells screen readers which page a link has opened: of themselves they read only the title of a document that is loaded. */
export function OpenedPage() {
  const title = useSyncExternalStore(openedPage.subscribe, openedPage.title)
  return <VisuallyHidden aria-live="polite">{title}</VisuallyHidden>
}
