import type { Content } from './content.ts'

/** Kinds of messages that WhatsApp takes once more. */
const SENDABLE: readonly string[] = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contact',
] satisfies Content['type'][]

/** Whether a message of this kind can be sent again, or to another conversation. */
export const isSendableKind = (type: string): boolean => SENDABLE.includes(type)
