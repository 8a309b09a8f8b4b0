import type { KeptMedia } from '@recado/shared/messages/kept-media'
import { IconFile, IconMovie, IconMusic, IconPhoto } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { formatBytes } from '../ui/bytes.ts'
import classes from './ReplyFile.module.css'
import { useReplyFileName } from './use-reply-file-name.ts'

const SIGNS = { image: IconPhoto, video: IconMovie, audio: IconMusic, document: IconFile }

/** The file of a quick reply in one line: its picture or its sign, its name or kind, and its size. */
export function ReplyFile({ media }: { media: KeptMedia }) {
  const { language } = useTexts()
  const nameOf = useReplyFileName()
  const Sign = SIGNS[media.type]
  const thumbnail = 'thumbnail' in media && media.thumbnail
  return (
    <span className={classes.file}>
      {thumbnail ? (
        <img className={classes.picture} src={`data:image/jpeg;base64,${thumbnail}`} alt="" />
      ) : (
        <Sign size={16} aria-hidden />
      )}
      <bdi className={classes.name}>{nameOf(media)}</bdi>
      <span className={classes.size}>{formatBytes(media.bytes, language)}</span>
    </span>
  )
}
