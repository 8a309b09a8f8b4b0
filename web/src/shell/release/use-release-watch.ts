import { useEffect } from 'react'
import { onOtherRelease } from '../../api/other-release.ts'
import { useIsLive } from '../../realtime/live-status.ts'
import { releaseWatch } from './release.ts'
import { LOOK_EVERY_MS } from './release-watch.ts'

/**
 * Checks for a new release from time to time, when the user returns to the tab, when the live socket is open again, and
 * when the server and this tab do not understand each other.
 */
export function useReleaseWatch(): void {
  const isLive = useIsLive()
  useEffect(() => {
    if (isLive) void releaseWatch.look()
  }, [isLive])
  useEffect(() => onOtherRelease(() => void releaseWatch.partIsMissing()), [])
  useEffect(() => {
    const look = () => void releaseWatch.look()
    const lookIfSeen = () => {
      if (document.visibilityState === 'visible') look()
    }
    const timer = setInterval(look, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', lookIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookIfSeen)
    }
  }, [])
}
