import type { KeptMedia } from '@recado/shared/messages/kept-media'
import { useEffect } from 'react'
import type { OutgoingMessages } from './use-outgoing-messages.ts'

/** Where a message is written. All functions are stable. */
interface Writing {
  setText: (change: (now: string) => string) => void
  setRefusal: (reason: string) => void
  quote: (messageId: string) => void
  setReplyFile: (file: KeptMedia) => void
}

/** Puts a refused message back into its field, before the text that was typed since. */
export function useReturnedMessage(
  { outgoing, discard }: OutgoingMessages,
  { setText, setRefusal, quote, setReplyFile }: Writing,
): void {
  const returned = outgoing.find((message) => message.state === 'returned')
  useEffect(() => {
    if (!returned) return
    setText((now) => (now ? `${returned.text}\n${now}` : returned.text))
    setRefusal(returned.reason)
    if (returned.quoted) quote(returned.quoted)
    if (returned.replyFile) setReplyFile(returned.replyFile)
    discard(returned)
  }, [returned, discard, setText, setRefusal, quote, setReplyFile])
}
