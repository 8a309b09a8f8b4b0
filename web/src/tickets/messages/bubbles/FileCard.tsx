import type { MediaContent } from '@recado/shared/messages/content'
import { type Icon, IconFile, IconMicrophone, IconMovie, IconPhoto, IconSticker2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { formatBytes } from '../../../ui/bytes.ts'
import { clockOf } from '../../media/clock.ts'
import classes from './bubbles.module.css'
import { MessageText } from './MessageText.tsx'

const SIGNS: Record<MediaContent['type'], Icon> = {
  image: IconPhoto,
  video: IconMovie,
  audio: IconMicrophone,
  document: IconFile,
  sticker: IconSticker2,
}

interface FileCardProps {
  content: MediaContent
  /** What can be done with the file. */
  children?: ReactNode
}

/** A file by its kind, its name and its size, with its caption. A file that is not there says why. */
export function FileCard({ content, children }: FileCardProps) {
  const { t, language } = useTexts()
  const { state, bytes } = content.media
  const Sign = SIGNS[content.type]
  const kind = content.type === 'audio' && content.voice ? 'voice' : content.type
  const title =
    content.type === 'document' && content.fileName ? content.fileName : t(`messages.kinds.${kind}`)
  const facts = [
    content.type === 'audio' && content.seconds > 0 && clockOf(content.seconds),
    bytes > 0 && formatBytes(bytes, language),
  ].filter(Boolean)
  return (
    <>
      <span className={classes.card}>
        <Sign size={28} aria-hidden />
        <span className={classes.cardWords}>
          <bdi className={classes.cardTitle}>{title}</bdi>
          {facts.length > 0 && <span className={classes.cardFacts}>{facts.join(' · ')}</span>}
          {state !== 'READY' && <span className={classes.cardFacts}>{t(`tickets.media.${state}`)}</span>}
        </span>
        {children}
      </span>
      {'caption' in content && <MessageText text={content.caption} />}
    </>
  )
}
