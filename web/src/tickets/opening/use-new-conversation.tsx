import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import type { Person } from './person.ts'

const NewConversationDialog = lazy(async () => ({
  default: (await import('./NewConversationDialog.tsx')).NewConversationDialog,
}))

interface NewConversation {
  /** Opens the dialog; without a person the user chooses one. */
  begin: (person?: Person) => void
  dialog: ReactNode
}

/** The dialog that begins a conversation. */
export function useNewConversation(): NewConversation {
  const [asked, setAsked] = useState<{ person: Person | undefined }>()
  const begin = useCallback((person?: Person) => setAsked({ person }), [])
  const dialog = asked && (
    <Suspense>
      <NewConversationDialog person={asked.person} onClose={() => setAsked(undefined)} />
    </Suspense>
  )
  return { begin, dialog }
}
