import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Once the first page stands, long enough not to be in its way, in milliseconds. */
const AFTER_MS = 2000

/** Fetches the code of all pages ahead: turning to one is instant then, and needs no network. */
export function useAllPagesLoaded(): void {
  const router = useRouter()
  useEffect(() => {
    const timer = setTimeout(() => {
      // A page that does not come now comes when it is opened, and says so if it cannot.
      for (const route of Object.values(router.routesById))
        router.loadRouteChunk(route)?.catch(() => undefined)
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [router])
}
