import { IconCloudOff } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from './outbox.module.css'
import { useOutboxStatus } from './outbox-status.ts'

/** Says that the server cannot be reached, and how many messages leave once it can. */
export function OfflineBar() {
  const { t } = useTexts()
  const { isOffline, waiting } = useOutboxStatus()
  return (
    <div role="status">
      {isOffline && (
        <p className={classes.bar}>
          <IconCloudOff size={16} aria-hidden />
          {waiting > 0 ? t('tickets.outbox.offlineWith', { count: waiting }) : t('tickets.outbox.offline')}
        </p>
      )}
    </div>
  )
}
