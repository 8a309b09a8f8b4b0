import type { Draft, TicketWithDraft } from '@recado/shared/tickets/contract/ticket'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Aim } from '../messages/actions/use-aim.ts'
import { useSaveDraft } from '../mutations.ts'

/** Pause after the last key before a draft is kept (ms). */
const SAVE_AFTER_MS = 1000

/**
 * The text in the composer. It is kept on the server after a pause, and when the user leaves the conversation or the
 * page.
 * @param aim which message it answers
 */
export function useDraft(ticket: TicketWithDraft, { quotedId: quoted, followDraft }: Aim) {
  const stored = ticket.draft?.text ?? ''
  const storedQuoted = ticket.draft?.quoted ?? null
  const [text, setText] = useState(stored)
  // Not in a ref: a page that is left between two renders would compare it with a text that is older.
  const [kept, setKept] = useState<Draft>({ text: stored, quoted: storedQuoted })
  const { mutate } = useSaveDraft(ticket)
  const hasTyped = useRef(false)

  // Another browser of the same user may have gone on with the text.
  useEffect(() => {
    if (hasTyped.current) return
    setKept({ text: stored, quoted: storedQuoted })
    setText(stored)
    followDraft(storedQuoted)
  }, [stored, storedQuoted, followDraft])

  const save = useEffectEvent(() => {
    const isKept = text === kept.text && (text === '' || quoted === kept.quoted)
    if (isKept) return
    setKept({ text, quoted })
    mutate({ text, quoted })
  })
  // Each change starts the pause again, hence the text and the quoted message.
  useEffect(() => {
    const timer = setTimeout(() => save(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text, quoted])
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
  return [text, write] as const
}
