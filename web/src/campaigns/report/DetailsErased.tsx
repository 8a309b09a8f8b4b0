import { Alert } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { useZone } from '../../zone/use-zone.ts'

/** Shown instead of the recipients after the company's retention period erased them. */
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
