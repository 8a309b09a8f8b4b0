import type { ServicePorts } from '../ports/ports.ts'

/**
 * Lets the process outlive a rejected promise that nothing handles. A task holds the connections of many companies,
 * and the library starts work whose failure it ignores: one refused question or cut line of one account would close
 * all of them, again at each login, task after task. Such a failure is logged and counted. An uncaught exception
 * still ends the process, and so does a failed start: after them the state is unknown.
 */
export function outliveRejections({ log, recordMetrics }: Pick<ServicePorts, 'log' | 'recordMetrics'>): void {
  process.on('unhandledRejection', (error) => {
    log.error('unhandled rejection', { error })
    recordMetrics({ Faults: 1 })
  })
}
