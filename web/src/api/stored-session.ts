import type { LoginAnswer } from '@recado/shared/sessions/session'

/** Where the session is stored across page loads. `public/first-paint.js` reads it too. */
export const SESSION_KEY = 'recado.session'
/** Stored for a company with campaigns. It shows or hides routes and menu entries (part 3 §3). */
export const CSHOW_KEY = 'cshow'

/** Whether somebody was signed in when the page was left. The session may have ended since. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null
  } catch {
    return false
  }
}

export const campaignsEnabled = ({ company }: LoginAnswer['user']): boolean =>
  company.settings.some(({ key, value }) => key === 'campaignsEnabled' && value === 'true')
