import { later } from './later.tsx'

/**
 * Where toasts appear. In the app it stands within the router, because toasts have links. A toast that comes before its
 * code waits for it.
 */
export const Toasts = later(async () => (await import('./ToastStack.tsx')).ToastStack, undefined, {
  texts: [],
})
