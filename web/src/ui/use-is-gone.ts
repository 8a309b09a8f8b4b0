import { useEffect, useRef } from 'react'

/** Tells whether the component is gone, for what follows the answer to a call. */
export function useIsGone(): () => boolean {
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  return () => gone.current
}
