/** What the composer is used for: a message, which may reply to another one, or new words for a sent message. */
export interface AimState<Message, Reply> {
  /** What the next message replies to. It stays while a message is edited. */
  replyTo: Reply | null
  edited: Message | null
  /** Whether the new words differ from those of the edited message. */
  isChanged: boolean
  /** What the user chose while an edit had changes. The user is asked before it ends the edit. */
  asked: Choice<Message, Reply> | null
}

/** What the user chooses in place of the present edit. */
export type Choice<Message, Reply> =
  | { kind: 'edit'; message: Message }
  | { kind: 'reply'; to: Reply }
  | { kind: 'cancel' }

export const aimAt = <Message, Reply>(replyTo: Reply | null): AimState<Message, Reply> => ({
  replyTo,
  edited: null,
  isChanged: false,
  asked: null,
})

/** Follows a choice. If new words would be lost, the user is asked first. */
export function choose<Message extends { id: string }, Reply>(
  state: AimState<Message, Reply>,
  choice: Choice<Message, Reply>,
): AimState<Message, Reply> {
  if (choice.kind === 'edit' && choice.message.id === state.edited?.id) return state
  return state.isChanged ? { ...state, asked: choice } : follow(state, choice)
}

/** Ends the edit: it is saved, or the user discards it. What the user chose meanwhile follows. */
export const endEdit = <Message, Reply>(state: AimState<Message, Reply>): AimState<Message, Reply> =>
  follow(state, state.asked ?? { kind: 'cancel' })

const follow = <Message, Reply>(
  { replyTo }: AimState<Message, Reply>,
  choice: Choice<Message, Reply>,
): AimState<Message, Reply> => ({
  replyTo: choice.kind === 'reply' ? choice.to : replyTo,
  edited: choice.kind === 'edit' ? choice.message : null,
  isChanged: false,
  asked: null,
})
