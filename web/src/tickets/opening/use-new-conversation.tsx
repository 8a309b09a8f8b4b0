import { type ReactNode, useCallback, useState } from 'react'
import { later } from '../../ui/later.tsx'
import type { Person } from './person.ts'

const NewConversationDialog = later(
  async () => (await import('./NewConversationDialog.tsx')).NewConversationDialog,
  ({ onClose }) => onClose(),
)

interface NewConversation {
  /** Opens the dialog; without a person the user chooses one. */
  begin: (person?: Person) => void
  dialog: ReactNode
}

/** The dialog that begins a conversation. */
export function useNewConversation(): NewConversation {
  const [asked, setAsked] = useState<{ person: Person | undefined }>()
  const begin = useCallback((person?: Person) => setAsked({ person }), [])
  const dialog = asked && <NewConversationDialog person={asked.person} onClose={() => setAsked(undefined)} />
  return { begin, dialog }
}
