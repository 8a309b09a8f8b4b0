import { Code, Group, Stack, Text } from '@mantine/core'
import type { Shipping } from '@recado/shared/campaigns/contract/shipping'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatUntil } from '../../ui/dates.ts'
import { ShownNumber } from '../../ui/ShownNumber.tsx'
import { serverNow } from '../../ui/server-clock.ts'
import { DateTime } from '../../zone/DateTime.tsx'
import { useZone } from '../../zone/use-zone.ts'
import { isErased } from './erased.ts'
import { Level } from './Level.tsx'
import { ShippingBadge } from './ShippingBadge.tsx'

const TIMES = ['confirmationRequestedAt', 'sentAt', 'deliveredAt', 'readAt', 'repliedAt'] as const

interface ShippingDialogProps {
  shipping: Shipping | undefined
  onClose: () => void
}

/** Everything known about one recipient; first of all why the message failed, and what to do about it. */
export function ShippingDialog({ shipping, onClose }: ShippingDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog
      opened={shipping !== undefined}
      onClose={onClose}
      title={shipping?.reason ? t('shippings.whyNot') : t('shippings.details')}
    >
      {shipping && (
        <Stack>
          <Group justify="space-between">
            <div>
              <Text fw={600}>{isErased(shipping) ? t('shippings.erased') : shipping.contact.name}</Text>
              <Text size="sm" c="dimmed">
                {shipping.isGroup ? t('shippings.group') : <ShownNumber number={shipping.number} />}
              </Text>
            </div>
            <ShippingBadge shipping={shipping} />
          </Group>
          <Reason shipping={shipping} />
          <Facts shipping={shipping} />
        </Stack>
      )}
    </Dialog>
  )
}

function Reason({ shipping: { reason, failureCode, retryFor, retryAt } }: { shipping: Shipping }) {
  const { t } = useTexts()
  const zone = useZone()
  if (retryFor && retryAt) {
    return (
      <Stack gap={6}>
        <Text fw={600}>{t(`shippings.reasons.${retryFor}`)}</Text>
        <Text>{t('shippings.retry', { time: formatUntil(retryAt, serverNow(), zone) })}</Text>
      </Stack>
    )
  }
  if (!reason) return null
  return (
    <Stack gap={6}>
      <Text fw={600}>{t(`shippings.reasons.${reason}`)}</Text>
      <Text>{t(`shippings.explained.${reason}`)}</Text>
      {failureCode && <Text c="dimmed">{t('shippings.code', { code: failureCode })}</Text>}
      <Text>
        <b>{t('shippings.advice')}:</b> {t(`shippings.advised.${reason}`)}
      </Text>
    </Stack>
  )
}

function Facts({ shipping }: { shipping: Shipping }) {
  const { t } = useTexts()
  const { level, variant, messageId } = shipping
  const reason = shipping.reason ?? shipping.retryFor
  const times = TIMES.filter((key) => shipping[key] !== null)
  if (times.length === 0 && !messageId) return reason ? null : <Text>{t('shippings.nothingYet')}</Text>
  return (
    <Stack gap={6} component="dl" m={0}>
      {level !== 'none' && (
        <Fact term={t('shippings.columns.level')}>
          <Level level={level} />
        </Fact>
      )}
      {times.map((key) => (
        <Fact key={key} term={t(`shippings.columns.${key}`)}>
          <DateTime instant={shipping[key]} />
        </Fact>
      ))}
      {variant !== null && <Fact term={t('shippings.columns.variant')}>{variant}</Fact>}
      {messageId && (
        <Fact term={t('shippings.messageId')}>
          <Code style={{ overflowWrap: 'anywhere' }}>{messageId}</Code>
        </Fact>
      )}
    </Stack>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <Group gap="sm" justify="space-between" wrap="nowrap" align="baseline">
    <Text component="dt" size="sm" c="dimmed">
      {term}
    </Text>
    <Text component="dd" size="sm" m={0} ta="right">
      {children}
    </Text>
  </Group>
)
