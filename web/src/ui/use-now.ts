import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

const EVERY_MS = 30_000

/** The current time in ms since 1970, updated twice a minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), EVERY_MS, { autoInvoke: true })
  return now
}
