import { Button, Group } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { type SessionAction, useSessionAction } from './queries.ts'

interface SessionButtonsProps {
  connection: Connection
  onShowQr: () => void
}

/** What can be done with a connection's session, by its status (part 1 §4). */
export function SessionButtons({ connection, onShowQr }: SessionButtonsProps) {
  const { t } = useTexts()
  const session = useSessionAction()
  const { id: whatsappId, status, qrcode } = connection
  const run = (action: SessionAction, onSuccess?: () => void) => {
    if (!session.isPending) session.mutate({ whatsappId, action }, { onSuccess })
  }
  const isRunning = (action: SessionAction) => session.isPending && session.variables.action === action

  if (status === 'OPENING') {
    return (
      <Button size="xs" variant="light" disabled loading={false}>
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
    return (
      <Disconnect
        name={connection.name}
        isBusy={isRunning('disconnect')}
        onConfirm={(done) => run('disconnect', done)}
      />
    )
  }
  return (
    <Group gap={6}>
      {status !== 'PASSKEY_REQUIRED' && (
        <Button size="xs" variant="light" loading={isRunning('retry')} onClick={() => run('retry')}>
          {t('connections.actions.retry')}
        </Button>
      )}
      <Button size="xs" variant="default" loading={isRunning('newQr')} onClick={() => run('newQr', onShowQr)}>
        {t('connections.actions.newQr')}
      </Button>
    </Group>
  )
}

interface DisconnectProps {
  name: string
  isBusy: boolean
  onConfirm: (done: () => void) => void
}

function Disconnect({ name, isBusy, onConfirm }: DisconnectProps) {
  const { t } = useTexts()
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
        {t('connections.actions.disconnect')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('connections.disconnect.title', { name })}
        action={t('connections.actions.disconnect')}
        danger
        isBusy={isBusy}
        onConfirm={() => onConfirm(close)}
        onClose={close}
      >
        {t('connections.disconnect.text')}
      </ConfirmDialog>
    </>
  )
}
