import type { proto } from '@whiskeysockets/baileys'

/** Wrappers say how to treat a message. A person sees the message inside. */
export const WRAPPERS = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'editedMessage',
  'deviceSentMessage',
  'groupMentionedMessage',
  'botInvokeMessage',
  'botTaskMessage',
  'botForwardedMessage',
  'lottieStickerMessage',
  'eventCoverImage',
  'associatedChildMessage',
  'groupStatusMessage',
  'groupStatusMessageV2',
  'questionMessage',
  'questionReplyMessage',
  'commentMessage',
  'pollCreationMessageV4',
  'pollCreationOptionImageMessage',
  'limitSharingMessage',
] as const satisfies readonly (keyof proto.IMessage)[]

export type Wrapper = (typeof WRAPPERS)[number]
const VIEW_ONCE: readonly string[] = ['viewOnceMessage', 'viewOnceMessageV2', 'viewOnceMessageV2Extension']
/** WhatsApp wraps a message a few times at most. A sender may nest any number. */
const DEEPEST = 8

/** A message without its wrappers. */
export interface Unwrapped {
  message: proto.IMessage
  /** The wrapper is the one for view-once messages. Businesses also use it for lists and buttons. */
  isViewOnce: boolean
}

/** Removes all wrappers of a message; undefined if nothing is inside. */
export function unwrapped(message: proto.IMessage): Unwrapped | undefined {
  let inner: proto.IMessage | null | undefined = message
  let isViewOnce = false
  for (let depth = 0; depth < DEEPEST && inner; depth++) {
    const around: proto.IMessage = inner
    const wrapper = WRAPPERS.find((name) => around[name])
    if (!wrapper) return { message: around, isViewOnce }
    isViewOnce ||= VIEW_ONCE.includes(wrapper)
    inner = around[wrapper]?.message
  }
  return undefined
}
