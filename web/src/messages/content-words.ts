import type { Content } from '@recado/shared/conversations/content'
import type { TextKey } from '../i18n/index.ts'

/** What a message says in words, in the language of `t`; a kind without words of its own is named. */
export function contentWords(content: Content, t: (key: TextKey) => string): string {
  switch (content.type) {
    case 'text':
    case 'edit':
      return content.text
    case 'image':
    case 'video':
      return content.caption || t(`messages.kinds.${content.type}`)
    case 'audio':
      return t(content.voice ? 'messages.kinds.voice' : 'messages.kinds.audio')
    case 'document':
      return content.caption || content.fileName || t('messages.kinds.document')
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

/** What it is, and the sender's words. */
function named(kind: string, words: readonly string[]): string {
  const told = words.filter((word) => word !== '').join(' · ')
  return told === '' ? kind : `${kind}: ${told}`
}
