import type { KeptMedia } from '@recado/shared/messages/kept-media'
import { useTexts } from '../i18n/use-texts.ts'

/** Names the file of a quick reply: a document by its name, others by their kind. */
export function useReplyFileName(): (media: KeptMedia) => string {
  const { t } = useTexts()
  return (media) => {
    if (media.type === 'document') return media.fileName
    return t(`messages.kinds.${media.type === 'audio' && media.voice ? 'voice' : media.type}`)
  }
}
