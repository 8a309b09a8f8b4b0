import type { Draft, TicketWithDraft } from '@recado/shared/tickets/contract/ticket'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useUser } from '../../session/use-session.ts'
import type { Aim } from '../messages/actions/use-aim.ts'
import { useSaveDraft } from '../mutations.ts'
import { unsavedDraft } from './unsaved-draft.ts'

/** Pause after the last key before a draft is kept (ms). */
const SAVE_AFTER_MS = 1000

/**
 * The text in the composer, and whether it is a note. Both are kept on the server after a pause, and when the user leaves the
 * conversation or the page. Until then this browser keeps them.
 * @param aim which message it answers
 */
export function useDraft(ticket: TicketWithDraft, { quotedId: quoted, followDraft }: Aim) {
  const stored = ticket.draft?.text ?? ''
  const storedQuoted = ticket.draft?.quoted ?? null
  const isStoredNote = ticket.draft?.isNote ?? false
  const { id: me } = useUser()
  const unsaved = useMemo(() => unsavedDraft(me, ticket.id), [me, ticket.id])
  const [begun] = useState(unsaved.read)
  const [text, setText] = useState(begun?.text ?? stored)
  const [isNote, setIsNote] = useState(begun ? (begun.isNote ?? false) : isStoredNote)
  // Not in a ref: a page that is left between two renders would compare it with a text that is older.
  const [storedBefore] = useState(() => draftOf(stored, storedQuoted, isStoredNote))
  // Of a text that this browser keeps, a call may still be on its way: what the server has is unknown.
  const [kept, setKept] = useState(begun ? undefined : storedBefore)
  const { mutate } = useSaveDraft(ticket, unsaved.noteSaved)
  const hasTyped = useRef(false)

  // Another browser of the same user may have gone on with the text.
  useEffect(() => {
    if (hasTyped.current) return
    const storedNow = draftOf(stored, storedQuoted, isStoredNote)
    if (begun && isSame(storedNow, storedBefore)) return followDraft(begun.quoted)
    setKept(storedNow)
    setText(stored)
    setIsNote(isStoredNote)
    followDraft(storedQuoted)
  }, [stored, storedQuoted, isStoredNote, followDraft, begun, storedBefore])

  const save = useEffectEvent(() => {
    const draft = draftOf(text, quoted, isNote)
    if (isSame(draft, kept)) return
    setKept(draft)
    // The next change, or leaving, tries again.
    mutate(draft, { onError: () => setKept(kept) })
  })
  const keepHere = useEffectEvent(() => {
    const draft = draftOf(text, quoted, isNote)
    if (isSame(draft, kept)) unsaved.drop()
    else unsaved.keep(draft)
  })
  // Each change starts the pause again, hence these dependencies.
  useEffect(() => {
    keepHere()
    const timer = setTimeout(() => save(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text, quoted, isNote])
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') save()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      save()
    }
  }, [])
  const write = useCallback((next: string | ((now: string) => string)) => {
    hasTyped.current = true
    setText(next)
  }, [])
  return { text, setText: write, isNote, setIsNote }
}

const draftOf = (text: string, quoted: string | null, isNote: boolean): Draft => ({
  text,
  quoted,
  ...(isNote && text && { isNote }),
})

/** Without a text, a quoted message alone is not worth keeping. */
const isSame = (one: Draft, other: Draft | undefined): boolean =>
  one.text === other?.text &&
  (one.text === '' || (one.quoted === other.quoted && one.isNote === other.isNote))
