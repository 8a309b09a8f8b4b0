import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import type { EndReason } from '../api/session-keeper.ts'
import { closable } from '../ui/toast.ts'

/**
 * Shows why a session was ended from elsewhere. The message stays until the user closes it, because the user may
 * be away.
 */
export function showEndReason(reason: Extract<EndReason, 'replaced' | 'company-updated'>): void {
  const message = i18next.t(reason === 'replaced' ? 'session.replaced' : 'session.companyUpdated')
  notifications.show({
    ...closable(),
    id: reason,
    message,
    color: 'orange',
    autoClose: false,
    role: 'alert',
  })
}
