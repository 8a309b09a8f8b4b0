import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../i18n/use-texts.ts'

export function BackToSignIn() {
  const { t } = useTexts()
  return (
    <Text size="sm" ta="center" mt="md">
      <Anchor renderRoot={(props) => <Link to="/login" {...props} />}>{t('session.backToSignIn')}</Anchor>
    </Text>
  )
}
