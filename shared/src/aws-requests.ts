const CONNECTION_MS = 5000
const REQUEST_MS = 10_000
const IDLE_MS = 30_000

/**
 * When a client of AWS gives up on a request, which it then repeats. The SDK's default is never: a request on a connection
 * that died without a word would wait for the operating system, for a quarter of an hour, and with it a lease or a result.
 * A write that was given up may have been made.
 * @param waitMs how long AWS may hold back its answer, in milliseconds: the wait for messages of a queue
 */
export const givesUp = ({ waitMs = 0, requestMs = REQUEST_MS } = {}) => ({
  connectionTimeout: CONNECTION_MS,
  requestTimeout: requestMs + waitMs,
  // Otherwise the SDK only logs.
  throwOnRequestTimeout: true,
})

/** The same for files, which may take minutes: a request is given up when nothing moves any more. */
export const givesUpWhenIdle = () => ({ connectionTimeout: CONNECTION_MS, socketTimeout: IDLE_MS })
