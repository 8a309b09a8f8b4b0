import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { serverNow } from './server-clock.ts'

const EVERY_MS = 30_000

/** The server's time in ms since 1970, updated twice a minute. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useInterval(() => setNow(serverNow()), EVERY_MS, { autoInvoke: true })
  return now
}
