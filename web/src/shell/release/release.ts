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
