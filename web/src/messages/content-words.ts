import type { Content } from '@recado/shared/messages/content'
import { withoutMarks } from '@recado/shared/messages/whatsapp-marks'
import type { TextKey } from '../i18n/index.ts'

/** A message in words without formatting, in the language of `t`. Kinds without a text are named. */
export function contentWords(content: Content, t: (key: TextKey) => string): string {
  switch (content.type) {
    case 'text':
    case 'edit':
      return withoutMarks(content.text)
    case 'image':
    case 'video':
      return withoutMarks(content.caption) || t(`messages.kinds.${content.type}`)
    case 'audio':
      return t(content.voice ? 'messages.kinds.voice' : 'messages.kinds.audio')
    case 'document':
      return withoutMarks(content.caption) || content.fileName || t('messages.kinds.document')
    case 'location':
      return named(t('messages.kinds.location'), [content.name])
    case 'contact':
      return named(
        t('messages.kinds.contact'),
        content.contacts.map(({ name }) => name),
      )
    case 'notice':
      return named(t(`messages.notices.${content.about}`), [content.text, ...content.items])
    case 'reaction':
      return content.emoji
    case 'delete':
      return ''
    case 'sticker':
    case 'unsupported':
      return t(`messages.kinds.${content.type}`)
  }
}

/** The kind of the message and the sender's words. */
function named(kind: string, words: readonly string[]): string {
  const told = words.filter((word) => word !== '').join(' · ')
  return told === '' ? kind : `${kind}: ${told}`
}
