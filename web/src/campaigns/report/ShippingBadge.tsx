import type { Shipping, ShippingStatus } from '@recado/shared/campaigns/shipping'
import { IconAlertCircle, IconBan, IconCheck, IconClock, IconSend } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'

const LOOKS: Record<ShippingStatus, StatusLook> = {
  PENDING: { color: 'gray', icon: IconClock },
  SENDING: { color: 'blue', icon: IconSend },
  SENDED: { color: 'green', icon: IconCheck },
  FAILED: { color: 'red', icon: IconAlertCircle },
}
const BLOCKED: StatusLook = { color: 'orange', icon: IconBan }

export function ShippingBadge({ shipping: { status, block } }: { shipping: Shipping }) {
  const { t } = useTexts()
  if (block) return <StatusBadge look={BLOCKED} label={t('shippings.blocked')} />
  return <StatusBadge look={LOOKS[status]} label={t(`shippings.status.${status}`)} />
}
