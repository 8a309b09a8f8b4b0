import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import type { Shipping } from '@recado/shared/campaigns/contract/shipping'
import { IconHelpCircle, IconInfoCircle, IconUsersGroup } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { ShownNumber } from '../../ui/ShownNumber.tsx'
import { DateTimeIn } from '../../zone/DateTime.tsx'
import { useZone } from '../../zone/use-zone.ts'
import { isErased } from './erased.ts'
import { Level } from './Level.tsx'
import { messagesOf } from './messages.ts'
import { ShippingBadge } from './ShippingBadge.tsx'

type Time = 'sentAt' | 'deliveredAt' | 'readAt' | 'repliedAt' | 'confirmationRequestedAt'

/** Columns of the recipients. `onOpen` shows the details, with the columns that a narrow table leaves out. */
export function useShippingColumns(
  campaign: CampaignReport,
  onOpen: (shipping: Shipping) => void,
): Column<Shipping>[] {
  const { t } = useTexts()
  const zone = useZone()
  const time = (key: Time, minTableWidth: number): Column<Shipping> => ({
    key,
    header: t(`shippings.columns.${key}`),
    width: 150,
    minTableWidth,
    isEmpty: (shipping) => shipping[key] === null,
    cell: (shipping) => <DateTimeIn instant={shipping[key]} zone={zone} />,
  })
  const variant: Column<Shipping> = {
    key: 'variant',
    header: t('shippings.columns.variant'),
    width: 105,
    minTableWidth: 1000,
    isEmpty: ({ variant: chosen }) => chosen === null,
    cell: ({ variant: chosen }) => <Text size="sm">{chosen ?? '—'}</Text>,
  }
  return [
    {
      key: 'name',
      header: t('contacts.name'),
      place: 'title',
      cell: (shipping) => <Name shipping={shipping} />,
    },
    {
      key: 'number',
      header: t('contacts.number'),
      width: 172,
      cell: ({ number, isGroup }) => (
        <Text size="sm" c={isGroup ? 'dimmed' : undefined}>
          {isGroup ? t('shippings.group') : <ShownNumber number={number} />}
        </Text>
      ),
    },
    {
      key: 'status',
      header: t('campaigns.columns.status'),
      width: 190,
      cell: (shipping) => <StatusAndReason shipping={shipping} />,
    },
    {
      key: 'level',
      header: t('shippings.columns.level'),
      width: 145,
      minTableWidth: 640,
      isEmpty: ({ level }) => level === 'none',
      cell: ({ level }) => <Level level={level} />,
    },
    ...(messagesOf(campaign).length > 1 ? [variant] : []),
    ...(campaign.confirmation ? [time('confirmationRequestedAt', 1600)] : []),
    time('sentAt', 880),
    time('deliveredAt', 1150),
    time('readAt', 1300),
    time('repliedAt', 1450),
    {
      key: 'actions',
      header: t('common.actions'),
      place: 'actions',
      width: 80,
      align: 'right',
      cell: (shipping) => <DetailsButton shipping={shipping} onOpen={onOpen} />,
    },
  ]
}

function Name({ shipping }: { shipping: Shipping }) {
  const { t } = useTexts()
  const { contact, isGroup } = shipping
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      {isGroup && <IconUsersGroup size={18} aria-hidden style={{ flex: 'none' }} />}
      <Text size="sm" fw={600}>
        {isErased(shipping) ? t('shippings.erased') : contact.name}
      </Text>
    </Group>
  )
}

interface DetailsButtonProps {
  shipping: Shipping
  onOpen: (shipping: Shipping) => void
}

// A plain title instead of a tooltip component, because thousands of rows scroll by.
function DetailsButton({ shipping, onOpen }: DetailsButtonProps) {
  const { t } = useTexts()
  const isExplained = shipping.reason !== null
  const label = isExplained ? t('shippings.whyNot') : t('shippings.details')
  const Sign = isExplained ? IconHelpCircle : IconInfoCircle
  return (
    <ActionIcon
      variant="subtle"
      color={isExplained ? 'red' : 'gray'}
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => onOpen(shipping)}
    >
      <Sign size={18} aria-hidden />
    </ActionIcon>
  )
}

function StatusAndReason({ shipping }: { shipping: Shipping }) {
  const { t } = useTexts()
  const { failureCode } = shipping
  const reason = shipping.reason ?? shipping.retryFor
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
