/** What an admin may do beyond an ordinary user (specification, part 1 §6). */
export const ADMIN_PERMISSIONS = [
  'dashboard:view',
  'drawer-admin-items:view',
  'tickets-manager:showall',
  'user-modal:editProfile',
  'user-modal:editQueues',
  'ticket-options:deleteTicket',
  'contacts-page:deleteContact',
  'connections-page:actionButtons',
  'connections-page:addConnection',
  'connections-page:editOrDeleteConnection',
] as const

export type Permission = (typeof ADMIN_PERMISSIONS)[number]
export type Profile = 'admin' | 'user'

/**
 * Who may call a route. `campaigns`: only companies whose campaignsEnabled is true (part 3 §3). `operator`: only
 * the platform's operators (the super flag).
 */
export type Access = 'public' | { permission?: Permission; campaigns?: true; operator?: true }

export const ANY_USER: Access = {}
export const CAMPAIGN_USER: Access = { campaigns: true }
/** Admins of companies with campaigns. */
export const CAMPAIGN_ADMIN: Access = { campaigns: true, permission: 'drawer-admin-items:view' }
export const OPERATOR: Access = { operator: true }
export const needs = (permission: Permission): Access => ({ permission })

/** Whether this profile carries a permission; used by routes, menu and buttons alike. */
export const hasPermission = (profile: Profile, permission: Permission): boolean =>
  profile === 'admin' && ADMIN_PERMISSIONS.includes(permission)

/**
 * Whether someone may link a WhatsApp account here, and so may see what links one: who sees a QR code or a pairing code
 * can link the company's connection to a phone of their own. Never a user who is in the company for support.
 */
export const mayLink = (who: { profile: Profile; support: unknown }): boolean =>
  who.support === null && hasPermission(who.profile, 'connections-page:actionButtons')

/** Whether someone signed in may call a route that needs `access`. */
export function mayCall(
  who: { profile: Profile; campaignsEnabled: boolean; super: boolean },
  access: Exclude<Access, 'public'>,
): boolean {
  if (access.operator && !who.super) return false
  if (access.campaigns && !who.campaignsEnabled) return false
  return !access.permission || hasPermission(who.profile, access.permission)
}
