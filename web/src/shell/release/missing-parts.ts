import i18next from 'i18next'
import { releaseWatch } from './release.ts'

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
