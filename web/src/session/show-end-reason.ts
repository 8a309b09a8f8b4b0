import { notifications } from '@mantine/notifications'
import type { EndReason } from '../api/session-keeper.ts'
import { closable, textOf } from '../ui/toast.ts'

/** Ends that were caused elsewhere, with the error codes of the calls that are refused from then on. */
const CODES = { replaced: 'ERR_SESSION_REPLACED', 'company-updated': 'ERR_COMPANY_UPDATED' } as const
export type EndFromElsewhere = keyof typeof CODES

export const isFromElsewhere = (reason: EndReason): reason is EndFromElsewhere => reason in CODES

/**
 * Shows why a session was ended from elsewhere. The message stays until the user closes it, because the user may
 * be away.
 */
export function showEndReason(reason: EndFromElsewhere): void {
  notifications.show({
    ...closable(),
    id: reason,
    message: textOf(CODES[reason]),
    color: 'orange',
    autoClose: false,
    role: 'alert',
  })
}
