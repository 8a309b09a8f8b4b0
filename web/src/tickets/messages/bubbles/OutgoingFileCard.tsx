import { Progress } from '@mantine/core'
import { IconFile, IconMicrophone, IconMovie } from '@tabler/icons-react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { formatBytes } from '../../../ui/bytes.ts'
import { usePercent } from '../../../ui/use-percent.ts'
import { clockOf } from '../../media/clock.ts'
import { useObjectUrl } from '../../media/use-object-url.ts'
import type { OutgoingFile } from '../../outgoing.ts'
import classes from './bubbles.module.css'
import media from './media.module.css'

interface OutgoingFileCardProps {
  file: OutgoingFile
  /** How much of it was sent, 0 to 1; undefined while none of it is on its way. */
  share: number | undefined
}

const SIGNS = { video: IconMovie, audio: IconMicrophone, document: IconFile }

/** A file that waits in this browser, and how much of it was sent. */
export function OutgoingFileCard({ file, share }: OutgoingFileCardProps) {
  const { t, language } = useTexts()
  const percent = usePercent()
  return (
    <>
      {file.type === 'image' ? (
        <Picture blob={file.blob} alt={t('messages.kinds.image')} />
      ) : (
        <Card
          file={file}
          facts={file.voice ? clockOf(file.seconds) : formatBytes(file.blob.size, language)}
        />
      )}
      {share !== undefined && (
        <Progress
          value={share * 100}
          size="sm"
          mt={4}
          aria-label={t('tickets.outbox.progress', { percent: percent(share, 1) })}
        />
      )}
    </>
  )
}

function Picture({ blob, alt }: { blob: Blob; alt: string }) {
  const url = useObjectUrl(blob)
  return <span className={media.picture}>{url && <img src={url} alt={alt} />}</span>
}

function Card({ file: { type, voice, fileName }, facts }: { file: OutgoingFile; facts: string }) {
  const { t } = useTexts()
  const Sign = type === 'image' ? IconFile : SIGNS[type]
  return (
    <span className={classes.card}>
      <Sign size={28} aria-hidden />
      <span className={classes.cardWords}>
        <bdi className={classes.cardTitle}>{voice ? t('messages.kinds.voice') : fileName}</bdi>
        <span className={classes.cardFacts}>{facts}</span>
      </span>
    </span>
  )
}
