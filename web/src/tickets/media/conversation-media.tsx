import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { later } from '../../ui/later.tsx'
import { type MediaMessage, mediaIn, voiceNoteAfter } from './media-messages.ts'
import { setNextTrack, stopPlaying } from './player.ts'
import { type MediaAddressQuery, mediaAddressQuery } from './queries.ts'

const MediaViewer = later(
  async () => (await import('./MediaViewer.tsx')).MediaViewer,
  ({ onClose }) => onClose(),
)

/** The address of a message's file in the conversation. */
export type AddressOf = (messageId: string) => MediaAddressQuery

interface ConversationMedia {
  addressOf: AddressOf
  /** Shows a picture or a video large. */
  view: (messageId: string) => void
  /** A recording for the player. */
  trackOf: (messageId: string) => { messageId: string; load: () => Promise<string> }
}

const Context = createContext<ConversationMedia | undefined>(undefined)

/** The files of the conversation that a bubble belongs to. */
export function useConversationMedia(): ConversationMedia {
  const media = use(Context)
  if (!media) throw new Error('A file is shown outside a conversation')
  return media
}

interface ConversationMediaProviderProps {
  ticketId: string
  messages: readonly ShownMessage[]
  children: ReactNode
}

/** Lets the bubbles of a ticket's conversation open and play their files, one voice note after the other. */
export function ConversationMediaProvider(props: ConversationMediaProviderProps) {
  return (
    <MediaViewerProvider {...props}>
      <VoiceNotesInTurn messages={props.messages} />
      {props.children}
    </MediaViewerProvider>
  )
}

/** Lets a ticket's messages open and play their files, with one viewer for all. */
export function MediaViewerProvider({ ticketId, messages, children }: ConversationMediaProviderProps) {
  const media = useMemo(() => mediaIn(messages), [messages])
  const addressOf = useCallback((messageId: string) => mediaAddressQuery(ticketId, messageId), [ticketId])
  return (
    <MediaProvider addressOf={addressOf} media={media}>
      {children}
    </MediaProvider>
  )
}

interface MediaProviderProps {
  addressOf: AddressOf
  /** The messages with files, in the order of the viewer. */
  media: readonly MediaMessage[]
  children: ReactNode
}

/** Lets the messages of any conversation open and play their files. @param addressOf stays the same function */
export function MediaProvider({ addressOf, media, children }: MediaProviderProps) {
  const client = useQueryClient()
  const [viewed, setViewed] = useState<string>()
  const opener = useRef<Element>(null)
  const value = useMemo(() => {
    const load = async (messageId: string) => (await client.fetchQuery(addressOf(messageId))).url
    return {
      addressOf,
      view: (messageId: string) => {
        opener.current = document.activeElement
        setViewed(messageId)
      },
      trackOf: (messageId: string) => ({ messageId, load: () => load(messageId) }),
    }
  }, [client, addressOf])
  const close = () => {
    setViewed(undefined)
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  return (
    <Context value={value}>
      {children}
      {viewed && <MediaViewer media={media} messageId={viewed} onView={setViewed} onClose={close} />}
    </Context>
  )
}

/** After a voice note the next one plays. Nothing plays once the conversation is left. */
function VoiceNotesInTurn({ messages }: { messages: readonly ShownMessage[] }) {
  const { trackOf } = useConversationMedia()
  const media = useMemo(() => mediaIn(messages), [messages])
  useEffect(() => {
    setNextTrack((messageId) => {
      const next = voiceNoteAfter(media, messageId)
      return next && trackOf(next.id)
    })
  }, [media, trackOf])
  useEffect(() => stopPlaying, [])
  return null
}
