import type { TicketWithDraft } from '@recado/shared/tickets/contract/ticket'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSaveDraft } from '../mutations.ts'

/** Pause after the last key before a draft is kept (ms). */
const SAVE_AFTER_MS = 1000

/**
 * The text in the composer. It is kept on the server after a pause, and when the user leaves the conversation or the
 * page.
 * @param quoted the id of the message that it answers
 */
export function useDraft(ticket: TicketWithDraft, quoted: string | null) {
  const stored = ticket.draft?.text ?? ''
  const [text, setText] = useState(stored)
  const { mutate } = useSaveDraft(ticket)
  const kept = useRef(stored)
  const keptQuoted = useRef(ticket.draft?.quoted ?? null)
  const hasTyped = useRef(false)

  // Another browser of the same user may have gone on with the text.
  useEffect(() => {
    if (hasTyped.current) return
    kept.current = stored
    setText(stored)
  }, [stored])

  const save = useEffectEvent(() => {
    const isKept = text === kept.current && (text === '' || quoted === keptQuoted.current)
    if (isKept) return
    kept.current = text
    keptQuoted.current = quoted
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
