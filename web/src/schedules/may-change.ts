import { hasPermission } from '@recado/shared/access'
import type { Schedule } from '@recado/shared/schedules/schedule'
import type { SessionUser } from '@recado/shared/sessions/session'

/** Whether a user may change or delete a schedule that was not sent yet: users their own, admins every schedule. */
export const mayChange = (
  { userId, status }: Pick<Schedule, 'userId' | 'status'>,
  { id, profile }: Pick<SessionUser, 'id' | 'profile'>,
): boolean => status !== 'ENVIADA' && (userId === id || hasPermission(profile, 'drawer-admin-items:view'))
