import type { proto } from '@whiskeysockets/baileys'

/** Wrapping that says how a message is to be treated. The message inside is what a person sees. */
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
/** WhatsApp wraps a message a few times at most. A sender may write any number. */
const DEEPEST = 8

/** A message without its wrapping. */
export interface Unwrapped {
  message: proto.IMessage
  /** It is in wrapping for messages that may be opened once. Businesses wrap lists and buttons so too. */
  isViewOnce: boolean
}

/** Takes a message out of whatever it is wrapped in; undefined where there is nothing inside. */
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
