import { useState } from 'react'
import { traceKey } from '../../api/traces.ts'
import { useUser } from '../../session/use-session.ts'

/**
 * The number proposed for a test message: the last one that this user tested with in this browser, else the connection's own.
 * @param own as it is shown; undefined while the connection has none
 */
export function useTestNumber(own: string | undefined) {
  const { id, companyId } = useUser()
  const key = traceKey('testNumber', id, companyId)
  const [proposed] = useState(() => localStorage.getItem(key) ?? own ?? '')
  return { proposed, remember: (number: string) => localStorage.setItem(key, number) }
}
