import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'

const PARTS = { offer: 'service.notYetOffer' } as const

/** Says that a part of customer service is not available yet. Its settings are stored and take effect later. */
export function ServiceNotYet({ what }: { what: keyof typeof PARTS }) {
  const { t } = useTexts()
  return (
    <Alert color="blue" variant="light" icon={<IconInfoCircle aria-hidden />} py="xs">
      {t('service.notYet', { what: t(PARTS[what]) })}
    </Alert>
  )
}
