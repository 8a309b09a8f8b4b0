/**
 * Calls `stop` once at the end of this process, then exits. Ctrl-C reaches a process twice if its parent passes
 * signals on.
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
