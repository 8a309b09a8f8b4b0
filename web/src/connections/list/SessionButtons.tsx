import { Button, Group, Loader } from '@mantine/core'
import { mayLink } from '@recado/shared/access'
import type { Connection } from '@recado/shared/connections/connection'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import { type SessionAction, useSessionAction } from '../queries.ts'
import { DisconnectDialog } from './DisconnectDialog.tsx'

interface SessionButtonsProps {
  connection: Connection
  onShowQr: () => void
  /** Opens the decision between two numbers, after another number was linked. */
  onDecideNumber: () => void
}

/** The actions on a connection's session, by its status (part 1 §4). */
export function SessionButtons({ connection, onShowQr, onDecideNumber }: SessionButtonsProps) {
  const { t } = useTexts()
  const session = useSessionAction()
  const [isAsking, setIsAsking] = useState(false)
  const { id: whatsappId, status, statusReason, qrcode } = connection
  const canLink = mayLink(useUser())
  const run = (action: SessionAction, onSuccess?: () => void) => {
    if (!session.isPending) session.mutate({ whatsappId, action }, { onSuccess })
  }
  const isRunning = (action: SessionAction) => session.isPending && session.variables.action === action

  if (statusReason === 'OTHER_NUMBER') {
    return (
      <Button size="xs" onClick={onDecideNumber}>
        {t('connections.actions.decide')}
      </Button>
    )
  }
  if (status === 'OPENING') {
    return (
      <Button size="xs" variant="light" disabled leftSection={<Loader size={12} color="gray" aria-hidden />}>
        {t('connections.actions.connecting')}
      </Button>
    )
  }
  if (status === 'qrcode' && qrcode) {
    return (
      <Button size="xs" onClick={onShowQr}>
        {t('connections.actions.showQr')}
      </Button>
    )
  }
  if (status === 'CONNECTED' || status === 'PAIRING' || status === 'TIMEOUT') {
    const close = () => setIsAsking(false)
    return (
      <>
        <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
          {t('connections.actions.disconnect')}
        </Button>
        <DisconnectDialog
          connection={connection}
          opened={isAsking}
          isBusy={isRunning('disconnect')}
          onConfirm={() => run('disconnect', close)}
          onClose={close}
        />
      </>
    )
  }
  return (
    <Group gap={6}>
      <Button size="xs" variant="light" loading={isRunning('retry')} onClick={() => run('retry')}>
        {t('connections.actions.retry')}
      </Button>
      {status !== 'PASSKEY_REQUIRED' && canLink && (
        <Button
          size="xs"
          variant="default"
          loading={isRunning('newQr')}
          onClick={() => run('newQr', onShowQr)}
        >
          {t('connections.actions.newQr')}
        </Button>
      )}
    </Group>
  )
}
