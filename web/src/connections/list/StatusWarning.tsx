import { Text } from '@mantine/core'
import { type Connection, NEEDS_ATTENTION } from '@recado/shared/connections/connection'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay } from '../../session/use-session.ts'
import { useReason } from '../use-reason.ts'
import classes from './cards.module.css'
import { hintedStatus } from './hinted-status.ts'

/** Why a connection is not connected, and what to do. A connection that is being opened needs no warning. */
export function StatusWarning({ connection }: { connection: Connection }) {
  const { t } = useTexts()
  const { status, statusReason } = connection
  const reason = useReason(connection)
  const mayAct = useMay('connections-page:actionButtons')
  if (!NEEDS_ATTENTION.includes(status) || (status === 'OPENING' && !statusReason)) return null
  const helpsItself = statusReason === 'NETWORK' || statusReason === 'OUTDATED_CLIENT'
  const next = statusReason
    ? t(`connections.next.${statusReason}`)
    : t(`connections.hints.${hintedStatus(connection)}`)
  return (
    <Text size="sm" className={classes.warning} data-broken={status === 'DISCONNECTED' || undefined}>
      {reason} {mayAct || helpsItself ? next : t('connections.askAdmin')}
    </Text>
  )
}
