/**
 * Calls `stop` once when this process is to end, and ends it when that is done. Ctrl-C reaches a process twice
 * where its parent passes signals on.
 */
export function untilStopped(stop: () => Promise<void>): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      void stop().finally(() => process.exit(0))
    })
  }
}
