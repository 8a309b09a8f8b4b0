import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { session } from '../api/session.ts'
import { toastInfo } from '../ui/toast.ts'
import { createPolling, POLL_EVERY_MS } from './polling.ts'

/** Where the browser keeps the session in which it was said that the network blocks live events. */
const SAID_KEY = 'recado.blockedSaid'
/** Time to read it (ms). It is longer than most toasts, and said only once. */
const READ_MS = 12_000

/** Fetches the data on the screen again instead of live events, while the tab is visible. Says so once in a session. */
export const askInstead = (client: QueryClient) =>
  createPolling(client, {
    mayAsk: () => document.visibilityState === 'visible' && navigator.onLine,
    onAsk: sayOnce,
    chance: Math.random,
  })

function sayOnce(): void {
  const since = String(session.since())
  if (localStorage.getItem(SAID_KEY) === since) return
  localStorage.setItem(SAID_KEY, since)
  toastInfo(i18next.t('realtime.blocked', { seconds: POLL_EVERY_MS / 1000 }), 'live-blocked', READ_MS)
}
