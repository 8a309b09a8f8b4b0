import { IconFile, IconMovie, IconMusic, IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { useObjectUrl } from '../media/use-object-url.ts'
import type { OutgoingFile } from '../outgoing.ts'
import classes from './attachments.module.css'

const SIGNS = { image: IconPhoto, video: IconMovie, audio: IconMusic, document: IconFile }

/** Shows a chosen picture. Another file, and a picture that the browser cannot show, gets the icon of its kind. */
export function FilePreview({ file, type }: { file: File; type: OutgoingFile['type'] }) {
  const url = useObjectUrl(file)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const Sign = SIGNS[type]
  if (type === 'image' && url && url !== brokenUrl)
    return <img className={classes.preview} src={url} alt="" onError={() => setBrokenUrl(url)} />
  return (
    <span className={classes.preview}>
      <Sign size={28} aria-hidden />
    </span>
  )
}
