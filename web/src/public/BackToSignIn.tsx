import { Text } from '@mantine/core'
import { useTexts } from '../i18n/use-texts.ts'
import { PublicLink } from './PublicLink.tsx'

export function BackToSignIn() {
  const { t } = useTexts()
  return (
    <Text size="sm" ta="center" mt="md">
      <PublicLink to="/login">{t('session.backToSignIn')}</PublicLink>
    </Text>
  )
}
