import { type Connection, isLinked } from '@recado/shared/connections/connection'
import { useReason } from '../../connections/use-reason.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useNow } from '../../ui/use-now.ts'
import { useZone } from '../../zone/use-zone.ts'
import { shortMoment } from '../moments.ts'
import classes from './outbox.module.css'

/** Says which connection is down, since when, why, and what becomes of messages. */
export function ConnectionDown({ connection }: { connection: Connection }) {
  const { t } = useTexts()
  const zone = useZone()
  const now = useNow()
  const reason = useReason(connection)
  const { name, status, health } = connection
  if (status === 'CONNECTED') return null
  const since = health.lastTrafficAt
  const words = [
    since
      ? t('tickets.composer.connectionDownSince', { name, time: shortMoment(since, now, zone) })
      : t('tickets.composer.connectionDown', { name }),
    reason,
    // Without a link the server takes no messages.
    isLinked(connection) ? t('tickets.composer.leavesLater') : t('tickets.composer.linkFirst'),
  ]
  return (
    <p className={classes.down} role="status">
      {words.filter(Boolean).join(' ')}
    </p>
  )
}
