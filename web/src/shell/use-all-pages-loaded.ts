import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadOtherTexts } from '../i18n/index.ts'

/** Time after the first page (ms), so that it is not slowed down. */
const AFTER_MS = 2000

/** Loads the code and the texts of all pages in advance, so that they open at once and without the network. */
export function useAllPagesLoaded(): void {
  const router = useRouter()
  useEffect(() => {
    const timer = setTimeout(() => {
      // A page whose code fails now is loaded when it is opened, and shows an error if it fails again.
      loadOtherTexts().catch(() => undefined)
      for (const route of Object.values(router.routesById))
        router.loadRouteChunk(route)?.catch(() => undefined)
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [router])
}
