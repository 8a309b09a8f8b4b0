import { hasPermission, type Permission } from '@recado/shared/access'
import type { SessionUser } from '@recado/shared/sessions/session'
import { useSyncExternalStore } from 'react'
import { session } from '../api/session.ts'

/** The signed-in user. For pages behind the login only. */
export function useUser(): SessionUser {
  const user = useSyncExternalStore(session.onChange, session.user)
  // A page lives a moment longer than its session.
  return user ?? NOBODY
}

/** Whether the user's profile has a permission. The page hides everything else. */
export const useMay = (permission: Permission): boolean => hasPermission(useUser().profile, permission)

const NOBODY: SessionUser = {
  id: '',
  name: '',
  email: '',
  profile: 'user',
  super: false,
  companyId: '',
  company: { id: '', name: '', dueDate: null, overdueSince: null, settings: [], instance: null },
  support: null,
}
