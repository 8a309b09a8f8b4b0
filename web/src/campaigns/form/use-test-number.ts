import { useState } from 'react'

/** The number of the last test message, for this browser. */
const KEY = 'recado.test-number'

/**
 * The number proposed for a test message: the last one used in this browser, else the connection's own.
 * @param own as it is shown; undefined while the connection has none
 */
export function useTestNumber(own: string | undefined) {
  const [proposed] = useState(() => localStorage.getItem(KEY) ?? own ?? '')
  return { proposed, remember: (number: string) => localStorage.setItem(KEY, number) }
}
