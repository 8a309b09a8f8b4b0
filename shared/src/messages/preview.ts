import { cutText } from '../text.ts'
import type { StoredContent } from './content.ts'

const LENGTH = 80

/** The first words of a message for a list of conversations; without words, its kind, to be translated. */
export function previewOf(content: StoredContent): string {
  if (content.type === 'text' || content.type === 'note') return cutText(content.text, LENGTH)
  if (content.type === 'notice') return cutText(content.text, LENGTH) || `[${content.about}]`
  if ('caption' in content && content.caption) return cutText(content.caption, LENGTH)
  return `[${content.type}]`
}
