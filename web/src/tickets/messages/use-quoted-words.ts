import { unsignedContent } from '@recado/shared/tickets/answering/signature'
import type { QuotedPreview, ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { useTexts } from '../../i18n/use-texts.ts'
import { contentWords } from '../../messages/content-words.ts'
import { usePreviewText } from '../../messages/preview-words.ts'

/** A message, or its first words where it is not loaded. */
export type Quotable = ShownMessage | QuotedPreview

/** The beginning of a quoted message. @param message undefined if nothing is known of it */
export function useQuotedWords(message: Quotable | undefined): string {
  const { t } = useTexts()
  const previewText = usePreviewText()
  return (message && wordsOf(message)) || t('tickets.quotedMessage')

  function wordsOf(known: Quotable): string {
    if (known.deletedAt) return t('tickets.deletedMessage')
    if ('preview' in known) return previewText(known.preview)
    const { content, author } = known
    if (content.type === 'note') return content.text
    return content.type === 'event' ? '' : contentWords(unsignedContent(content, author?.name ?? ''), t)
  }
}
