import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { unknownVariables } from '../../start/unknown-variables.ts'

/** A warning about variables that do not exist. Customers read them as they are. */
export function UnknownVariables({ text }: { text: string }) {
  const { t } = useTexts()
  const unknown = unknownVariables([text])
  if (unknown.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} py="xs" mt="xs" role="status">
      {t('campaigns.form.unknownVariables', { count: unknown.length, variables: unknown.join(', ') })}
    </Alert>
  )
}
