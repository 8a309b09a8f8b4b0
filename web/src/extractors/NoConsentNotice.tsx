import { Alert } from '@mantine/core'
import { IconShieldExclamation } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'

/** Warns that extracted contacts gave no consent. */
export function NoConsentNotice() {
  const { t } = useTexts()
  return (
    <Alert
      role="note"
      variant="default"
      icon={<IconShieldExclamation aria-hidden />}
      mb="md"
      title={t('extractors.notice.title')}
    >
      {t('extractors.notice.text')}
    </Alert>
  )
}
