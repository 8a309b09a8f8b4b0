import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Time after the first page (ms), so that it is not slowed down. */
const AFTER_MS = 2000

/** Loads the code of all pages in advance, so that they open at once and without the network. */
export function useAllPagesLoaded(): void {
  const router = useRouter()
  useEffect(() => {
    const timer = setTimeout(() => {
      // A page whose code fails now is loaded when it is opened, and shows an error if it fails again.
      for (const route of Object.values(router.routesById))
        router.loadRouteChunk(route)?.catch(() => undefined)
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [router])
}
