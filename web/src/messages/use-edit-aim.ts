import { useMemo, useState } from 'react'
import { type AimState, aimAt, choose, endEdit } from './aim-state.ts'

/**
 * The message that the composer replies to or edits. An edit with changes is not lost without a question.
 * @param first what the first message replies to
 */
export function useEditAim<Message extends { id: string }, Reply>(first: Reply | null) {
  const [state, setState] = useState<AimState<Message, Reply>>(() => aimAt(first))
  const actions = useMemo(
    () => ({
      /** Sets what the next message replies to. An edit goes on. */
      replyNext: (replyTo: Reply | null) => setState((now) => ({ ...now, replyTo })),
      /** Ends an edit for the reply. */
      reply: (to: Reply) => setState((now) => choose(now, { kind: 'reply', to })),
      edit: (message: Message) => setState((now) => choose(now, { kind: 'edit', message })),
      /** Ends the edit without saving it. */
      cancelEdit: () => setState((now) => choose(now, { kind: 'cancel' })),
      /** Ends the edit, which is saved or to be discarded. */
      endEdit: () => setState(endEdit),
      /** The user goes on with the edit. */
      keepEdit: () => setState((now) => ({ ...now, asked: null })),
      /** @param isChanged whether the new words differ from the old ones */
      noteChange: (isChanged: boolean) =>
        setState((now) => (now.isChanged === isChanged ? now : { ...now, isChanged })),
    }),
    [],
  )
  const { replyTo, edited, asked } = state
  /** Whether the user is asked about the loss of the new words. */
  const isAsking = asked !== null
  return useMemo(() => ({ replyTo, edited, isAsking, ...actions }), [replyTo, edited, isAsking, actions])
}

/** What the field of an edit needs. */
export type EditAim = Pick<
  ReturnType<typeof useEditAim>,
  'isAsking' | 'cancelEdit' | 'endEdit' | 'keepEdit' | 'noteChange'
>
