import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react'
import { later } from '../../../ui/later.tsx'
import { toastError } from '../../../ui/toast.ts'
import type { AskedAction } from './ActionDialogs.tsx'
import { MessageMenu, type OpenMenu } from './MessageMenu.tsx'
import { useReact, useRetryMessage } from './mutations.ts'
import { toggledEmoji } from './reactions.ts'
import type { Aim } from './use-aim.ts'

const ActionDialogs = later(
  async () => (await import('./ActionDialogs.tsx')).ActionDialogs,
  ({ onClose }) => onClose(),
)

interface MessageActions {
  mayWrite: boolean
  /** Whether the customer has not written, as far as the conversation is loaded. */
  isStranger: boolean
  openMenu: (message: ShownMessage, anchor: HTMLElement) => void
  /** Adds the user's reaction, or takes the same one back. */
  react: (message: ShownMessage, emoji: string) => void
  retry: (message: ShownMessage) => void
  /** Asks, or explains, before anything happens. */
  ask: (action: AskedAction) => void
}

const Context = createContext<MessageActions | undefined>(undefined)

/** What can be done with the messages of a conversation. */
export function useMessageActions(): MessageActions {
  const actions = use(Context)
  if (!actions) throw new Error('A message is shown outside a conversation')
  return actions
}

interface MessageActionsProviderProps {
  ticket: Ticket
  messages: readonly ShownMessage[]
  mayWrite: boolean
  aim: Aim
  children: ReactNode
}

/** One menu and its dialogs for all bubbles of a conversation. */
export function MessageActionsProvider(props: MessageActionsProviderProps) {
  const { ticket, messages, mayWrite, aim, children } = props
  const [menu, setMenu] = useState<OpenMenu>()
  const [asked, setAsked] = useState<AskedAction>()
  const anchor = useRef<HTMLElement>(null)
  const { mutate: reactTo } = useReact(ticket.id)
  const { mutateAsync: retry } = useRetryMessage(ticket.id)
  const react = useCallback(
    (message: ShownMessage, emoji: string) =>
      reactTo({ message, emoji: toggledEmoji(message.reactions, emoji) }),
    [reactTo],
  )
  const openMenu = useCallback((message: ShownMessage, from: HTMLElement) => {
    anchor.current = from
    setMenu({ message, anchor: from })
  }, [])
  const isStranger = ticket.inboundSeq === 0 && messages.every(({ fromMe, internal }) => fromMe || internal)
  const value = useMemo(
    () => ({
      mayWrite,
      isStranger,
      openMenu,
      react,
      // Not by a callback of `mutate`: a second message, or another conversation, would drop it.
      retry: (message: ShownMessage) => void retry(message).catch((error: unknown) => toastError(error)),
      ask: setAsked,
    }),
    [mayWrite, isStranger, openMenu, react, retry],
  )
  return (
    <Context value={value}>
      {children}
      {menu && (
        <MessageMenu
          {...menu}
          // It may have been sent, or have changed, since the menu opened.
          message={messages.find(({ id }) => id === menu.message.id) ?? menu.message}
          mayWrite={mayWrite}
          aim={aim}
          onReact={react}
          onAsk={setAsked}
          onClose={() => setMenu(undefined)}
        />
      )}
      {asked && (
        <ActionDialogs
          asked={asked}
          ticket={ticket}
          messages={messages}
          onReact={react}
          onClose={() => {
            setAsked(undefined)
            anchor.current?.focus()
          }}
        />
      )}
    </Context>
  )
}
