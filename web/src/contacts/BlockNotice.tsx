import { Alert } from '@mantine/core'
import type { ContactDetails } from '@recado/shared/contacts/contact'
import { IconUserOff } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { formatDateTime } from '../ui/dates.ts'
import { useZone } from '../zone/use-zone.ts'

/** Says that a contact opted out or is blocked, and since when. */
export function BlockNotice({ blocked }: Pick<ContactDetails, 'blocked'>) {
  const { t } = useTexts()
  const zone = useZone()
  if (!blocked) return null
  const { origin, since } = blocked
  return (
    <Alert color="orange" variant="light" icon={<IconUserOff aria-hidden />} py="xs">
      {origin === 'OPT_OUT' ? t('contactBook.optedOut') : t('contactBook.blocked')}{' '}
      {t('contactBook.blockedSince', { at: formatDateTime(since, zone) })}
    </Alert>
  )
}
