import { useEffect, useState } from 'react'

/** Long enough for a browser to report the messages to screen readers (ms). */
const REPORTED_MS = 1000

/**
 * The `aria-live` of a conversation. It is a log, and so a screen reader would read all messages of a page that is loaded above
 * the others (WAI-ARIA 1.2, `aria-relevant`: additions anywhere in it).
 */
export function useQuietLog(isLoadingPage: boolean): 'off' | undefined {
  const [isQuiet, setIsQuiet] = useState(isLoadingPage)
  useEffect(() => {
    if (isLoadingPage) return setIsQuiet(true)
    const timer = setTimeout(() => setIsQuiet(false), REPORTED_MS)
    return () => clearTimeout(timer)
  }, [isLoadingPage])
  return isLoadingPage || isQuiet ? 'off' : undefined
}
