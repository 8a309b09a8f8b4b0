import { Alert } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { cshow } from '../../api/session.ts'
import { useContactBlocks } from '../../contact-blocks/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'

/**
 * Says that a contact opted out or is blocked. Only companies with campaigns keep blocked contacts, and they are found
 * by number.
 */
export const BlockNotice = ({ number }: { number: string | null }) =>
  number && cshow() ? <NoticeOfNumber number={number} /> : null

function NoticeOfNumber({ number }: { number: string }) {
  const { t } = useTexts()
  const { records } = useContactBlocks(number)
  // The search finds longer numbers too.
  const block = records.find((each) => each.number === number)
  if (!block) return null
  const text = block.origin === 'OPT_OUT' ? t('tickets.panel.optedOut') : t('tickets.panel.blocked')
  return (
    <Alert color="orange" variant="light" icon={<IconUserOff aria-hidden />} py="xs">
      {text}
    </Alert>
  )
}
