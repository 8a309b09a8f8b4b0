import type { Content } from '@recado/shared/messages/content'
import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import { IconFile, IconUserCircle } from '@tabler/icons-react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { WhatsAppBubble, WhatsAppText } from '../../../ui/whatsapp/WhatsAppBubble.tsx'
import classes from './preview.module.css'

interface BubbleProps {
  content: Content
  time: string
  /** The attachment's address; null while there is none. */
  mediaUrl: string | null
}

/** One WhatsApp message as the sender's phone shows it. */
export function Bubble({ content, time, mediaUrl }: BubbleProps) {
  return (
    <WhatsAppBubble time={time} ticks>
      <Said content={content} mediaUrl={mediaUrl} />
    </WhatsAppBubble>
  )
}

function Said({ content, mediaUrl }: Omit<BubbleProps, 'time'>) {
  const { t } = useTexts()
  switch (content.type) {
    case 'text':
      return <WhatsAppText text={content.text} />
    case 'image':
      return (
        <>
          {mediaUrl ? (
            <img src={mediaUrl} alt={t('campaigns.media.kinds.image')} className={classes.media} />
          ) : (
            <div className={classes.media} />
          )}
          <WhatsAppText text={content.caption} />
        </>
      )
    case 'video':
      return (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: the viewer chose the file */}
          <video
            src={mediaUrl ?? undefined}
            controls
            className={classes.media}
            aria-label={t('campaigns.media.kinds.video')}
          />
          <WhatsAppText text={content.caption} />
        </>
      )
    case 'audio':
      return (
        // biome-ignore lint/a11y/useMediaCaption: the listener chose the file
        <audio
          src={mediaUrl ?? undefined}
          controls
          className={classes.audio}
          aria-label={t('campaigns.media.kinds.audio')}
        />
      )
    case 'document':
      return (
        <>
          <span className={classes.attached}>
            <IconFile size={28} aria-hidden />
            <span className={classes.words}>{content.fileName}</span>
          </span>
          <WhatsAppText text={content.caption} />
        </>
      )
    case 'contact':
      return content.contacts.map(({ name, number }) => (
        <span key={number} className={classes.attached}>
          <IconUserCircle size={36} aria-hidden />
          <span className={classes.words}>
            <strong>{name}</strong>
            {'\n'}
            {formatNumber(number)}
          </span>
        </span>
      ))
    default:
      return null
  }
}
