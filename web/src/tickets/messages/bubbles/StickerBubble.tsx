import { useRef } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useMediaAddress } from '../../media/use-media-address.ts'
import { useShownOnce } from '../../media/use-shown-once.ts'
import classes from './media.module.css'

export function StickerBubble({ messageId }: { messageId: string }) {
  const { t } = useTexts()
  const ref = useRef<HTMLSpanElement>(null)
  const { url, onError, hasFailed } = useMediaAddress(messageId, useShownOnce(ref))
  return (
    <span ref={ref} className={classes.sticker}>
      {hasFailed && t('tickets.media.notLoaded')}
      {url && !hasFailed && (
        <img src={url} alt={t('messages.kinds.sticker')} className={classes.sticker} onError={onError} />
      )}
    </span>
  )
}
