import { Center, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useTexts } from '../i18n/use-texts.ts'
import { ColorSchemeSwitch } from '../shell/ColorSchemeSwitch.tsx'
import { LanguageMenu } from '../shell/LanguageMenu.tsx'
import { Logo } from '../ui/Logo.tsx'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import { LoginForm } from './LoginForm.tsx'
import classes from './LoginPage.module.css'

export function LoginPage({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTexts()
  useDocumentTitle(t('session.signIn'))
  return (
    <main className={classes.page}>
      <Group justify="flex-end" gap="xs" p="sm">
        <LanguageMenu />
        <ColorSchemeSwitch />
      </Group>
      <Center className={classes.middle} p="md">
        <Stack w="100%" maw={400} gap="lg">
          <Stack gap={6} align="center">
            <Logo size={48} />
            <Title order={1}>Recado</Title>
            <Text c="dimmed" ta="center">
              {t('session.tagline')}
            </Text>
          </Stack>
          <Paper withBorder shadow="sm" p="lg" radius="lg">
            <LoginForm onSignedIn={onSignedIn} />
          </Paper>
        </Stack>
      </Center>
    </main>
  )
}
