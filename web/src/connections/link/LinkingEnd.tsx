import { Alert, Button, Stack, Text } from '@mantine/core'
import { type Connection, STILL_LINKED } from '@recado/shared/connections/connection'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSessionAction } from '../queries.ts'
import { useBanEnd, useReason } from '../use-reason.ts'

/** Whether linking ended and only the user can go on. */
export const hasEnded = ({ status }: Connection): boolean =>
  status === 'DISCONNECTED' || status === 'PASSKEY_REQUIRED'

interface LinkingEndProps {
  connection: Connection
  /** Label of the button that starts again. */
  action: string
  isBusy: boolean
  onAgain: () => void
  onDecideNumber: () => void
}

/** How linking ended, why, and what to do next. */
export function LinkingEnd({ connection, action, isBusy, onAgain, onDecideNumber }: LinkingEndProps) {
  const { t } = useTexts()
  const { status, statusReason } = connection
  const reason = statusReason ?? (status === 'PASSKEY_REQUIRED' ? 'PASSKEY_REQUIRED' : null)
  const words = useReason({ ...connection, statusReason: reason })
  return (
    <Stack>
      <Alert
        color="orange"
        role="alert"
        icon={<IconPlugConnectedX aria-hidden />}
        title={words ?? t(`connections.status.${status}`)}
      >
        <Text size="sm">{reason ? t(`connections.next.${reason}`) : t('connections.qr.ended')}</Text>
      </Alert>
      {reason === 'OTHER_NUMBER' ? (
        <Button onClick={onDecideNumber}>{t('connections.actions.decide')}</Button>
      ) : (
        <Button loading={isBusy} onClick={onAgain}>
          {action}
        </Button>
      )}
      {reason && STILL_LINKED.includes(reason) && <OpenAgain connection={connection} />}
    </Stack>
  )
}

function OpenAgain({ connection }: { connection: Connection }) {
  const { t } = useTexts()
  const session = useSessionAction()
  const bannedUntil = useBanEnd(connection)
  const retry = () => {
    if (!session.isPending) session.mutate({ whatsappId: connection.id, action: 'retry' })
  }
  if (bannedUntil)
    return (
      <Button variant="default" disabled>
        {t('connections.actions.retry-from', { time: bannedUntil })}
      </Button>
    )
  return (
    <Button variant="default" loading={session.isPending} onClick={retry}>
      {t('connections.actions.retry')}
    </Button>
  )
}
