import type { Notice, NoticeKind } from '@recado/shared/notices/notice'
import {
  IconAlertTriangle,
  IconArrowForwardUp,
  IconAt,
  IconCalendarX,
  IconCircleCheck,
  IconCreditCard,
  IconFileImport,
  IconHandStop,
  IconMessageQuestion,
  IconPlayerPause,
  IconPlugConnectedX,
  type IconProps,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

/** Red is broken, amber waits, green is done, blue informs. */
interface Sign {
  icon: ComponentType<IconProps>
  color: 'red' | 'yellow' | 'green' | 'blue'
}

const SIGNS: Record<NoticeKind, Sign> = {
  mention: { icon: IconAt, color: 'blue' },
  transfer: { icon: IconArrowForwardUp, color: 'blue' },
  offer: { icon: IconMessageQuestion, color: 'yellow' },
  'schedule-failed': { icon: IconCalendarX, color: 'red' },
  'ticket-taken': { icon: IconHandStop, color: 'blue' },
  'connection-down': { icon: IconPlugConnectedX, color: 'red' },
  'campaign-ended': { icon: IconCircleCheck, color: 'green' },
  'campaign-waiting': { icon: IconPlayerPause, color: 'yellow' },
  'campaign-failing': { icon: IconAlertTriangle, color: 'red' },
  'import-ended': { icon: IconFileImport, color: 'green' },
  plan: { icon: IconCreditCard, color: 'yellow' },
}

/** The icon of a notice and its colour. */
export function signOf({ kind, about }: Pick<Notice, 'kind' | 'about'>): Sign {
  const isFailed = kind === 'import-ended' && about?.reason !== 'DONE'
  return isFailed ? { ...SIGNS[kind], color: 'red' } : SIGNS[kind]
}
