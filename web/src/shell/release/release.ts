import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { createReleaseWatch } from './release-watch.ts'

/** The release that runs in this tab, and whether it still is the one that is deployed. */
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
 * Notices parts of the app that do not come any more. The router would reload the page by itself where it sees the
 * browser's own words for that, and with it whatever somebody was writing: told in ours, it says so on the page.
 */
export function noticeMissingParts(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = i18next.t('release.partMissing')
    void releaseWatch.partIsMissing()
  })
}
