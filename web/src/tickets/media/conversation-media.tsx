import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react'
import { later } from '../../ui/later.tsx'
import { mediaIn, voiceNoteAfter } from './media-messages.ts'
import { setNextTrack, stopPlaying } from './player.ts'
import { mediaAddressQuery } from './queries.ts'

const MediaViewer = later(
  async () => (await import('./MediaViewer.tsx')).MediaViewer,
  ({ onClose }) => onClose(),
)

interface ConversationMedia {
  ticketId: string
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

/** Lets the bubbles of a conversation open and play their files, one voice note after the other. */
export function ConversationMediaProvider(props: ConversationMediaProviderProps) {
  return (
    <MediaViewerProvider {...props}>
      <VoiceNotesInTurn messages={props.messages} />
      {props.children}
    </MediaViewerProvider>
  )
}

/** Lets messages open and play their files, with one viewer for all. */
export function MediaViewerProvider({ ticketId, messages, children }: ConversationMediaProviderProps) {
  const client = useQueryClient()
  const [viewed, setViewed] = useState<string>()
  const opener = useRef<Element>(null)
  const media = useMemo(() => mediaIn(messages), [messages])
  const value = useMemo(() => {
    const load = async (messageId: string) =>
      (await client.fetchQuery(mediaAddressQuery(ticketId, messageId))).url
    return {
      ticketId,
      view: (messageId: string) => {
        opener.current = document.activeElement
        setViewed(messageId)
      },
      trackOf: (messageId: string) => ({ messageId, load: () => load(messageId) }),
    }
  }, [client, ticketId])
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
