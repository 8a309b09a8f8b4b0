import type { Ticket, TicketWithDraft } from '@recado/shared/tickets/contract/ticket'
import { isFromDraft } from '@recado/shared/tickets/rules/sent-draft'
import { useQueryClient } from '@tanstack/react-query'
import { useUser } from '../../session/use-session.ts'
import { textOf } from '../../ui/toast.ts'
import { useIsGone } from '../../ui/use-is-gone.ts'
import { ticketKeys } from '../keys.ts'
import { useSaveDraft } from '../mutations.ts'
import { useCreateNote, useIsCreatingNote } from '../sending.ts'
import { unsavedDraft } from './unsaved-draft.ts'

interface NoteField {
  onCreated: (text: string) => void
  onRefused: (reason: string) => void
}

/**
 * Leaves notes in a ticket. The user may leave the conversation before the answer: then the kept draft loses the note, so that it
 * is not left twice.
 */
export function useNote(ticket: Pick<Ticket, 'id' | 'uuid'>, { onCreated, onRefused }: NoteField) {
  const { id: ticketId, uuid } = ticket
  const client = useQueryClient()
  const { id: me } = useUser()
  const isGone = useIsGone()
  const isBusy = useIsCreatingNote(ticketId)
  const { mutateAsync: create } = useCreateNote(ticketId)
  const { mutate: saveDraft } = useSaveDraft(ticket, () => undefined)
  const dropDraftOf = (text: string) => {
    unsavedDraft(me, ticketId).dropSent(text)
    const draft = client.getQueryData<TicketWithDraft>(ticketKeys.one(uuid))?.draft
    if (draft && isFromDraft(text, draft.text)) saveDraft({ text: '', quoted: null })
  }
  const send = (text: string, mentions: string[]) => {
    if (!text || isBusy) return
    create({ text, mentions }).then(
      () => (isGone() ? dropDraftOf(text) : onCreated(text)),
      (error: unknown) => {
        if (!isGone()) onRefused(textOf(error))
      },
    )
  }
  return { send, isBusy }
}
