import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { createReleaseWatch } from './release-watch.ts'

/** Watches the release of this tab. */
export const releaseWatch = createReleaseWatch({
  own: document.querySelector('script[type="module"]')?.getAttribute('src') ?? undefined,
  fetchIndex: async () => {
    const answer = await fetch('/', { cache: 'no-store' })
    if (!answer.ok) throw new Error(`index.html: ${answer.status}`)
    return answer.text()
  },
  now: Date.now,
})

export const useIsOutdated = (): boolean =>
  useSyncExternalStore(releaseWatch.subscribe, releaseWatch.isOutdated)

/**
 * Notices files of the app that can no longer be loaded. The router reloads the page on the browser's own error
 * message, and unsaved input would be lost. An error with our own message is shown on the page instead.
 */
export function noticeMissingParts(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = i18next.t('release.partMissing')
    void releaseWatch.partIsMissing()
  })
}
