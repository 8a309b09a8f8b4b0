import type { TicketStatus as Status } from '@recado/shared/tickets/contract/ticket'
import { IconCircleCheck, IconClock, IconMessage } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'

const LOOKS: Record<Status, StatusLook> = {
  pending: { color: 'yellow', icon: IconClock },
  open: { color: 'blue', icon: IconMessage },
  closed: { color: 'green', icon: IconCircleCheck },
}

/** Whether a ticket waits, is attended or is resolved. */
export function TicketStatus({ status }: { status: Status }) {
  const { t } = useTexts()
  return <StatusBadge look={LOOKS[status]} label={t(`contactBook.tickets.status.${status}`)} />
}
