import { Alert, Anchor } from '@mantine/core'
import { ApiError } from '@recado/shared/http/client'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { textOf } from '../../ui/toast.ts'

interface OpeningProblemProps {
  error: unknown
  /** The user follows the link to the contact's ticket. */
  onLeave: () => void
}

/** Why a conversation was not begun: somebody attends to the contact, or the contact is blocked, or something failed. */
export function OpeningProblem({ error, onLeave }: OpeningProblemProps) {
  const { t } = useTexts()
  if (error == null) return null
  if (!(error instanceof ApiError) || error.code !== 'ERR_OTHER_OPEN_TICKET')
    return isBlocked(error) ? (
      <Alert color="orange" role="alert">
        {t('tickets.begin.blocked')}
      </Alert>
    ) : (
      <Alert color="red" role="alert">
        {textOf(error)}
      </Alert>
    )
  const { userName, queueName, uuid } = error.values
  const waits = queueName ? t('tickets.begin.waitsIn', { queue: queueName }) : t('tickets.begin.waits')
  return (
    <Alert color="orange" role="alert">
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
    </Alert>
  )
}

export const isBlocked = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'ERR_CONTACT_BLOCKED'
