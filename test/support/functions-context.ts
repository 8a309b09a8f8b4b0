import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import type { Log } from '@recado/shared/ports/log'
import type { TenantTable } from '@recado/shared/table/tenant'

// In place of `functions/src/context.ts`, in the memory of a test:
// `vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))`.

interface Context {
  table: TenantTable
  ports: EnginePorts
  log?: Log
  environment?: Record<string, unknown>
}

export let ports: EnginePorts
export let log: Log | undefined
export let environment: Record<string, unknown> = {}
export const sessions = undefined
export const deadLetters = { put: async () => undefined }
export const receivedMessages = { hide: async () => undefined }
export const publish = async () => undefined
let table: TenantTable
export const tableOf = () => table

/** Sets what functions use from now on. Live events are dropped. */
export function setContext(context: Context): void {
  ;({ table, ports, log, environment = {} } = context)
}
