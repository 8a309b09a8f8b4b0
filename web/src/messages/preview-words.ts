import { NOTICES } from '@recado/shared/messages/content'
import { withoutMarks } from '@recado/shared/messages/whatsapp-marks'
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

/** The last message of a ticket in a few words. */
export const usePreviewWords = (preview: string): string => usePreviewText()(preview)

/** The same for previews that come later. */
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
