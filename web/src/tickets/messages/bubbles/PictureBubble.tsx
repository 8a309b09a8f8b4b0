import type { MediaContent } from '@recado/shared/messages/content'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useConversationMedia } from '../../media/conversation-media.tsx'
import { useMediaAddress } from '../../media/use-media-address.ts'
import { useShownOnce } from '../../media/use-shown-once.ts'
import { MessageText } from './MessageText.tsx'
import classes from './media.module.css'

interface PictureBubbleProps {
  messageId: string
  content: Extract<MediaContent, { type: 'image' | 'video' }>
}

/** A picture, or the beginning of a video, with its caption. */
export const PictureBubble = (props: PictureBubbleProps) => (
  <>
    <Picture {...props} />
    <MessageText text={props.content.caption} />
  </>
)

/** A picture, or the beginning of a video. A click shows it large. */
export function Picture({ messageId, content }: PictureBubbleProps) {
  const { t } = useTexts()
  const { type, caption, thumbnail } = content
  const { view } = useConversationMedia()
  const ref = useRef<HTMLButtonElement>(null)
  const wasShown = useShownOnce(ref)
  // A video is loaded when it is opened.
  const { url, onError, hasFailed } = useMediaAddress(messageId, wasShown && type === 'image')
  const kind = t(`messages.kinds.${type}`)
  return (
    <button
      ref={ref}
      type="button"
      className={classes.picture}
      onClick={() => view(messageId)}
      aria-label={t('tickets.media.open', { what: caption ? `${kind}: ${caption}` : kind })}
    >
      {thumbnail && <img src={`data:image/jpeg;base64,${thumbnail}`} alt="" className={classes.blurred} />}
      {url && !hasFailed && <img src={url} alt={caption || kind} onError={onError} />}
      {type === 'video' && (
        <span className={classes.sign}>
          <span>
            <IconPlayerPlayFilled size={24} aria-hidden />
          </span>
        </span>
      )}
      {hasFailed && <span className={classes.problem}>{t('tickets.media.notLoaded')}</span>}
    </button>
  )
}
