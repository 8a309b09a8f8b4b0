import { Text } from '@mantine/core'
import { useTexts } from '../i18n/use-texts.ts'
import { useNumbers } from './use-numbers.ts'

/** How many records a list has; undefined while that is not known yet. */
export function Quantity({ count }: { count: number | undefined }) {
  const { t } = useTexts()
  const format = useNumbers()
  return (
    <Text size="sm" c="dimmed" role="status">
      {count === undefined ? t('common.loadingDots') : t('common.quantity', { quantity: format(count) })}
    </Text>
  )
}
