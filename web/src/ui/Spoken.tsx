import { type ReactNode, useEffect, useState } from 'react'

/** Long enough for a screen reader to learn of the region (ms). */
const KNOWN_AFTER_MS = 200

/**
 * The content of an element with the role `status` that appears together with it. NVDA and JAWS read what is added to such a
 * region once they know it, and not what it brings along (nvaccess/nvda#14591): for a moment they do not get the content.
 */
export function Spoken({ children }: { children: ReactNode }) {
  const [isKnown, setIsKnown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsKnown(true), KNOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return <div aria-hidden={isKnown ? undefined : true}>{children}</div>
}
