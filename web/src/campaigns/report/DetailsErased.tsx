import { Alert } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { useZone } from '../use-zone.ts'

/** In place of the recipients of a campaign whose company keeps them no longer. */
export function DetailsErased({ at }: { at: string }) {
  const { t } = useTexts()
  const [date = ''] = formatDateTime(at, useZone()).split(' ')
  return (
    <Alert
      color="gray"
      icon={<IconTrash aria-hidden />}
      title={t('campaigns.report.detailsErased', { date })}
      role="status"
    >
      {t('campaigns.report.detailsErasedText')}
    </Alert>
  )
}
