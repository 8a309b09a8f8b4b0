/** Where the session is stored across page loads. `public/first-paint.js` reads it too. */
export const SESSION_KEY = 'recado.session'

/** Whether somebody was signed in when the page was left. The session may have ended since. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null
  } catch {
    return false
  }
}
