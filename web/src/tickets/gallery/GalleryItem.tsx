import { Anchor, Text } from '@mantine/core'
import type { GalleryKind } from '@recado/shared/messages/gallery'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { contentWords } from '../../messages/content-words.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { useZone } from '../../zone/use-zone.ts'
import { MediaBubble } from '../messages/bubbles/MediaBubble.tsx'
import { addressesIn } from '../messages/bubbles/MessageText.tsx'
import { Picture } from '../messages/bubbles/PictureBubble.tsx'
import classes from './gallery.module.css'

interface GalleryItemProps {
  message: ShownMessage
  kind: GalleryKind
}

/** One message of the gallery, with a link to its place in the conversation. */
export function GalleryItem({ message, kind }: GalleryItemProps) {
  const { content } = message
  const isPicture = content.type === 'image' || content.type === 'video'
  if (kind === 'media' && isPicture && content.media.state === 'READY')
    return (
      <li className={classes.tile}>
        <Picture messageId={message.id} content={content} />
      </li>
    )
  return (
    <li className={classes.item}>
      <Words message={message} kind={kind} />
      <PlaceLink message={message} />
    </li>
  )
}

function Words({ message: { id, content }, kind }: GalleryItemProps) {
  const { t } = useTexts()
  if (content.type === 'note' || content.type === 'event') return null
  if (kind === 'links') {
    const words = content.type === 'text' ? content.text : contentWords(content, t)
    return addressesIn(words).map((address, index) => (
      <Anchor key={index} size="sm" href={address} target="_blank" rel="noopener noreferrer">
        <bdi>{address}</bdi>
      </Anchor>
    ))
  }
  if (kind !== 'campaigns' && 'media' in content) return <MediaBubble messageId={id} content={content} />
  return (
    <Text size="sm" lineClamp={4}>
      <bdi>{contentWords(content, t)}</bdi>
    </Text>
  )
}

function PlaceLink({ message: { id, at } }: { message: ShownMessage }) {
  const { t } = useTexts()
  const zone = useZone()
  const moment = formatDateTime(at, zone)
  return (
    <Anchor
      size="xs"
      aria-label={t('tickets.gallery.inConversation', { at: moment })}
      renderRoot={(props) => <Link to="." search={(now) => ({ ...now, message: id })} {...props} />}
    >
      <time dateTime={at}>{moment}</time>
    </Anchor>
  )
}
