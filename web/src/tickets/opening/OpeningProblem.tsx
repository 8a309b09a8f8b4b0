import { Alert } from '@mantine/core'
import { ApiError } from '@recado/shared/http/api-error'
import { useTexts } from '../../i18n/use-texts.ts'
import { textOf } from '../../ui/toast.ts'
import { isOtherTicket, OtherTicket } from './OtherTicket.tsx'

interface OpeningProblemProps {
  error: unknown
  /** The user follows the link to the contact's ticket. */
  onLeave: () => void
}

/** Why a conversation was not begun: somebody attends to the contact, or the contact is blocked, or something failed. */
export function OpeningProblem({ error, onLeave }: OpeningProblemProps) {
  const { t } = useTexts()
  if (error == null) return null
  if (isOtherTicket(error))
    return (
      <Alert color="orange" role="alert">
        <OtherTicket error={error} onLeave={onLeave} />
      </Alert>
    )
  return isBlocked(error) ? (
    <Alert color="orange" role="alert">
      {t('tickets.begin.blocked')}
    </Alert>
  ) : (
    <Alert color="red" role="alert">
      {textOf(error)}
    </Alert>
  )
}

export const isBlocked = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'ERR_CONTACT_BLOCKED'
