import { Button, Loader } from '@mantine/core'
import type { Connection } from '@recado/shared/connections/connection'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useBanEnd } from '../use-reason.ts'
import { DisconnectDialog } from './DisconnectDialog.tsx'
import type { SessionActions } from './use-session-actions.ts'

interface MainActionProps {
  connection: Connection
  session: SessionActions
  onShowQr: () => void
  /** Opens the decision between two numbers, after another number was linked. */
  onDecideNumber: () => void
}

/** The one action on a connection's session that its status asks for (part 1 §4). */
export function MainAction({ connection, session, onShowQr, onDecideNumber }: MainActionProps) {
  const { t } = useTexts()
  const { status, statusReason, qrcode } = connection
  const { main } = session
  const bannedUntil = useBanEnd(connection)
  if (statusReason === 'OTHER_NUMBER')
    return (
      <Button size="sm" onClick={onDecideNumber}>
        {t('connections.actions.decide')}
      </Button>
    )
  if (status === 'OPENING')
    return (
      <Button size="sm" disabled leftSection={<Loader size={12} color="gray" aria-hidden />}>
        {t('connections.actions.connecting')}
      </Button>
    )
  if (status === 'qrcode' && qrcode)
    return (
      <Button size="sm" onClick={onShowQr}>
        {t('connections.actions.showQr')}
      </Button>
    )
  if (main === 'retry' && bannedUntil)
    return (
      <Button size="sm" disabled>
        {t('connections.actions.retry-from', { time: bannedUntil })}
      </Button>
    )
  if (main)
    return (
      <Button
        size="sm"
        loading={session.isRunning(main)}
        disabled={session.isBusy}
        onClick={() => session.run(main)}
      >
        {t(`connections.actions.${main}`)}
      </Button>
    )
  return <Disconnect connection={connection} session={session} />
}

function Disconnect({ connection, session }: Pick<MainActionProps, 'connection' | 'session'>) {
  const { t } = useTexts()
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setIsAsking(true)}>
        {t('connections.actions.disconnect')}
      </Button>
      <DisconnectDialog
        connection={connection}
        opened={isAsking}
        isBusy={session.isRunning('disconnect')}
        onConfirm={() => session.run('disconnect', close)}
        onClose={close}
      />
    </>
  )
}
