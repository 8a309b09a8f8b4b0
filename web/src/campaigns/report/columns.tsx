import { Stack, Text } from '@mantine/core'
import type { Shipping } from '@recado/shared/campaigns/shipping'
import { formatNumber } from '@recado/shared/contacts/phone-display'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { ShippingBadge } from './ShippingBadge.tsx'

export function useShippingColumns(): Column<Shipping>[] {
  const { t } = useTexts()
  const time = (key: 'sentAt' | 'deliveredAt' | 'readAt', minTableWidth: number): Column<Shipping> => ({
    key,
    header: t(`shippings.columns.${key}`),
    width: 140,
    minTableWidth,
    isEmpty: (shipping) => shipping[key] === null,
    cell: (shipping) => <DateTime instant={shipping[key]} />,
  })
  return [
    {
      key: 'name',
      header: t('contacts.name'),
      place: 'title',
      cell: ({ contact }) => (
        <Text size="sm" fw={600}>
          {contact.name}
        </Text>
      ),
    },
    {
      key: 'number',
      header: t('contacts.number'),
      width: 170,
      cell: ({ number }) => <Text size="sm">{formatNumber(number)}</Text>,
    },
    {
      key: 'status',
      header: t('campaigns.columns.status'),
      minTableWidth: 0,
      cell: (shipping) => <StatusAndReason shipping={shipping} />,
    },
    time('sentAt', 680),
    time('deliveredAt', 800),
    time('readAt', 920),
  ]
}

function StatusAndReason({ shipping }: { shipping: Shipping }) {
  const { t } = useTexts()
  const { reason, failureCode } = shipping
  return (
    <Stack gap={4} align="flex-start">
      <ShippingBadge shipping={shipping} />
      {reason && (
        <Text size="xs" c="dimmed">
          {t(`shippings.reasons.${reason}`)}
          {failureCode && ` (${failureCode})`}
        </Text>
      )}
    </Stack>
  )
}
