import { List, Stack, Text } from '@mantine/core'
import { useTexts } from '../../i18n/use-texts.ts'

/** What to do on the phone, in order. */
export function Steps({ steps }: { steps: string[] }) {
  const { t } = useTexts()
  return (
    <Stack gap="sm">
      <Text fw={600}>{t('connections.qr.howTo')}</Text>
      <List type="ordered" spacing="sm">
        {steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
    </Stack>
  )
}
