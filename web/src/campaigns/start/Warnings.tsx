import { Alert } from '@mantine/core'
import type { Precheck } from '@recado/shared/campaigns/contract/precheck'
import { IconAlertTriangle, IconClockPause, IconInfoCircle } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatUntil } from '../../ui/dates.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { useZone } from '../../zone/use-zone.ts'

/**
 * Warnings: what delays the first message, first contacts that WhatsApp holds back, and lists that are too long.
 */
export function Warnings({ precheck }: { precheck: Precheck }) {
  const { t } = useTexts()
  const format = useNumbers()
  return (
    <>
      {precheck.waitingFor && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} py="xs">
          {t(`campaigns.start.waits.${precheck.waitingFor}`)}
        </Alert>
      )}
      {precheck.held && <Held held={precheck.held} />}
      {precheck.largeLists.map(({ id, name, contactsCount }) => (
        <Alert key={id} color="yellow" icon={<IconInfoCircle aria-hidden />} py="xs">
          {t('campaigns.form.overLimitOf', { name, contacts: format(contactsCount) })}
        </Alert>
      ))}
    </>
  )
}

function Held({ held }: { held: NonNullable<Precheck['held']> }) {
  const { t } = useTexts()
  const format = useNumbers()
  const zone = useZone()
  const { reason, until, firstContacts, perDay } = held
  const first = t('campaigns.start.heldCount', { count: firstContacts, contacts: format(firstContacts) })
  const why = until
    ? t(`campaigns.waiting.${reason}-until`, { time: formatUntil(until, serverNow(), zone) })
    : t(`campaigns.waiting.${reason}`)
  return (
    <Alert color="orange" icon={<IconClockPause aria-hidden />} py="xs">
      {first}{' '}
      {perDay !== null ? t('campaigns.start.perDay', { count: perDay, contacts: format(perDay) }) : `${why}.`}
    </Alert>
  )
}
