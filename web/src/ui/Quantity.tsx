import { Text } from '@mantine/core'
import { useTexts } from '../i18n/use-texts.ts'
import { useNumbers } from './use-numbers.ts'

/** The number of records in a list; undefined while it is loading. */
export function Quantity({ count }: { count: number | undefined }) {
  const { t } = useTexts()
  const format = useNumbers()
  return (
    <Text size="sm" c="dimmed" role="status">
      {count === undefined ? t('common.loadingDots') : t('common.quantity', { quantity: format(count) })}
    </Text>
  )
}
