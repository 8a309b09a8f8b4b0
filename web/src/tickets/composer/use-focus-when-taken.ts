import { type RefObject, useEffect, useRef } from 'react'
import { takesFocus } from '../composer-focus.ts'
import type { ComposerMode } from './composer-mode.ts'

/**
 * Moves the focus into the field when the user may answer from now on: they accepted the ticket, took it over or opened it
 * again. Not while they type elsewhere, and not on touch screens, where a keyboard would cover the conversation.
 */
export function useFocusWhenTaken(
  ticketId: string,
  mode: ComposerMode,
  fieldRef: RefObject<HTMLTextAreaElement | null>,
): void {
  const before = useRef(mode)
  useEffect(() => {
    const isTaken = before.current !== 'write' && mode === 'write'
    before.current = mode
    const isWanted = mode === 'write' && takesFocus(ticketId)
    if ((isWanted || (isTaken && !isTyping())) && matchMedia('(pointer: fine)').matches)
      fieldRef.current?.focus({ preventScroll: true })
  })
}

const isTyping = (): boolean => document.activeElement?.matches('input, textarea') ?? false
