import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'

/** Stands over settings of customer service, which is not there yet: they are kept, and act once it is. */
export function ServiceNotYet() {
  const { t } = useTexts()
  return (
    <Alert color="blue" variant="light" icon={<IconInfoCircle aria-hidden />} py="xs">
      {t('service.notYet')}
    </Alert>
  )
}
