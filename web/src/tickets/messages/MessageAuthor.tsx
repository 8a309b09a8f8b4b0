import { VisuallyHidden } from '@mantine/core'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { IconLock } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from './messages.module.css'
import { memberName } from './writer-name.ts'

interface MessageAuthorProps {
  message: ShownMessage
  /** The name of the customer, or of the group. */
  ticketName: string
  isGroup: boolean
  /** The name of the campaign that it belongs to. */
  campaign: string | undefined
}

/**
 * Who wrote a message: the user or the origin of our own, the sender of a group's. Where the bubble's side and colour alone
 * show the writer, screen readers get the name.
 */
export function MessageAuthor({ message, ticketName, isGroup, campaign }: MessageAuthorProps) {
  const { t } = useTexts()
  const { content, fromMe, author, auto, origin, sender } = message
  if (content.type === 'note')
    return (
      <span className={classes.author}>
        <IconLock size={13} aria-hidden /> <bdi>{author?.name}</bdi> · {t('tickets.onlyTeam')}
      </span>
    )
  if (!fromMe) {
    const member = isGroup && sender && memberName(sender)
    return member ? <bdi className={classes.author}>{member}</bdi> : <UnseenAuthor name={ticketName} />
  }
  const words = [
    author?.name,
    auto && t(`tickets.auto.${auto}`),
    !auto &&
      origin &&
      origin !== 'user' &&
      (campaign ? t('tickets.campaign', { name: campaign }) : t(`tickets.origins.${origin}`)),
  ].filter(Boolean)
  if (words.length === 0) return <UnseenAuthor name={t('tickets.us')} />
  return <bdi className={classes.author}>{words.join(' · ')}</bdi>
}

/** The writer of a message, for screen readers. */
export const UnseenAuthor = ({ name }: { name: string }) => (
  <VisuallyHidden component="bdi">{name}:</VisuallyHidden>
)
