import { NOTICES } from '@recado/shared/messages/content'
import { withoutMarks } from '@recado/shared/messages/whatsapp-marks'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { useCallback } from 'react'
import type { TextKey } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'

const KINDS = [
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contact',
  'unsupported',
] as const

/** The text for the kind of a message without words, which the server names in brackets: "[image]". */
export function kindInPreview(preview: string): TextKey | undefined {
  const name = /^\[([\w-]+)\]$/.exec(preview)?.[1]
  const kind = KINDS.find((one) => one === name)
  if (kind) return `messages.kinds.${kind}`
  const notice = NOTICES.find((one) => one === name)
  return notice && `messages.notices.${notice}`
}

type LastMessage = Pick<Ticket, 'preview' | 'lastDeleted'>

/** Whether a ticket's last message was deleted. A preview with words is of a newer message. */
export const isLastDeleted = ({ preview, lastDeleted }: LastMessage): boolean =>
  lastDeleted === true && preview === ''

/** The last message of a ticket in a few words. */
export const useLastWords = (ticket: LastMessage): string => useLastText()(ticket)

/** The same for tickets that come later. */
export function useLastText(): (ticket: LastMessage) => string {
  const { t } = useTexts()
  const previewText = usePreviewText()
  return useCallback(
    (ticket) => (isLastDeleted(ticket) ? t('tickets.deletedMessage') : previewText(ticket.preview)),
    [t, previewText],
  )
}

/** A message's preview in the user's language. */
export function usePreviewText(): (preview: string) => string {
  const { t } = useTexts()
  return useCallback(
    (preview) => {
      const kind = kindInPreview(preview)
      return kind ? t(kind) : withoutMarks(preview)
    },
    [t],
  )
}
