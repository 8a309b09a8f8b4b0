import { Alert } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { cshow } from '../../api/session.ts'
import { useContactBlocks } from '../../contact-blocks/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { useZone } from '../../zone/use-zone.ts'

/**
 * Says that a contact opted out or is blocked. Only companies with campaigns keep blocked contacts, and they are found
 * by number.
 */
export const BlockNotice = ({ number }: { number: string | null }) =>
  number && cshow() ? <NoticeOfNumber number={number} /> : null

function NoticeOfNumber({ number }: { number: string }) {
  const { t } = useTexts()
  const zone = useZone()
  const { records } = useContactBlocks(number)
  // The search finds longer numbers too.
  const block = records.find((each) => each.number === number)
  if (!block) return null
  const { origin, evidence, createdAt } = block
  const at = formatDateTime(evidence?.at ?? createdAt, zone)
  const text = origin === 'OPT_OUT' ? t('tickets.panel.optedOut') : t('tickets.panel.blocked')
  return (
    <Alert color="orange" variant="light" icon={<IconUserOff aria-hidden />} py="xs">
      {text} {t('tickets.panel.since', { at })}
    </Alert>
  )
}
