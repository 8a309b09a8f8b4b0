import type { Shipping, ShippingStatus } from '@recado/shared/campaigns/contract/shipping'
import {
  IconAlertCircle,
  IconBan,
  IconCheck,
  IconClock,
  IconMessageQuestion,
  IconSend,
} from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { isAwaiting } from '../in-view.ts'

const LOOKS: Record<ShippingStatus, StatusLook> = {
  PENDING: { color: 'gray', icon: IconClock },
  SENDING: { color: 'blue', icon: IconSend },
  SENDED: { color: 'green', icon: IconCheck },
  FAILED: { color: 'red', icon: IconAlertCircle },
}
const BLOCKED: StatusLook = { color: 'orange', icon: IconBan }
const AWAITING: StatusLook = { color: 'yellow', icon: IconMessageQuestion }

export function ShippingBadge({ shipping }: { shipping: Shipping }) {
  const { t } = useTexts()
  const { status, block } = shipping
  if (block) return <StatusBadge look={BLOCKED} label={t('shippings.blocked')} />
  if (isAwaiting(shipping)) return <StatusBadge look={AWAITING} label={t('shippings.awaiting')} />
  return <StatusBadge look={LOOKS[status]} label={t(`shippings.status.${status}`)} />
}
