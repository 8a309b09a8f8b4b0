import { Progress } from '@mantine/core'
import { IconFile, IconMicrophone, IconMovie, IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
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

const SIGNS = { image: IconPhoto, video: IconMovie, audio: IconMicrophone, document: IconFile }

/** A file that waits in this browser, and how much of it was sent. */
export function OutgoingFileCard({ file, share }: OutgoingFileCardProps) {
  const { t } = useTexts()
  const percent = usePercent()
  return (
    <>
      {file.type === 'image' ? <Picture file={file} /> : <Card file={file} />}
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

/** A picture; the card of a file that the browser cannot show as one. */
function Picture({ file }: { file: OutgoingFile }) {
  const { t } = useTexts()
  const url = useObjectUrl(file.blob)
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return <Card file={file} />
  return (
    <span className={media.picture}>
      {url && <img src={url} alt={t('messages.kinds.image')} onError={() => setIsBroken(true)} />}
    </span>
  )
}

function Card({ file: { blob, type, voice, seconds, fileName } }: { file: OutgoingFile }) {
  const { t, language } = useTexts()
  const Sign = SIGNS[type]
  return (
    <span className={classes.card}>
      <Sign size={28} aria-hidden />
      <span className={classes.cardWords}>
        <bdi className={classes.cardTitle}>{voice ? t('messages.kinds.voice') : fileName}</bdi>
        <span className={classes.cardFacts}>
          {voice ? clockOf(seconds) : formatBytes(blob.size, language)}
        </span>
      </span>
    </span>
  )
}
