import { Anchor } from '@mantine/core'
import { ApiError } from '@recado/shared/http/api-error'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'

/** A refusal because the contact has another live ticket. */
export const isOtherTicket = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'ERR_OTHER_OPEN_TICKET'

interface OtherTicketProps {
  error: ApiError
  /** The user follows the link to the contact's ticket. */
  onLeave?: () => void
}

/** Who attends to the contact, or where the contact waits, with a link for users who may see that ticket. */
export function OtherTicket({ error, onLeave }: OtherTicketProps) {
  const { t } = useTexts()
  const { userName, queueName, uuid } = error.values
  const waits = queueName ? t('tickets.begin.waitsIn', { queue: queueName }) : t('tickets.begin.waits')
  return (
    <>
      {userName ? t('tickets.begin.attended', { name: userName }) : waits}{' '}
      {uuid && (
        <Anchor
          fz="sm"
          c="inherit"
          underline="always"
          onClick={onLeave}
          renderRoot={(props) => (
            <Link to="/tickets/$uuid" params={{ uuid: String(uuid) }} search={{}} {...props} />
          )}
        >
          {t('tickets.begin.goThere')}
        </Anchor>
      )}
    </>
  )
}
