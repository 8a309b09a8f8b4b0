import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import type { Log } from '@recado/shared/ports/log'
import type { TenantTable } from '@recado/shared/table/tenant'

// In place of `functions/src/context.ts`, in the memory of a test:
// `vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))`.

interface Context {
  /** The table of the one company, or of each by its id. */
  table: TenantTable | ((companyId: string) => TenantTable)
  /** The platform's own rows. */
  platform?: TenantTable
  ports: EnginePorts
  log?: Log
  environment?: Record<string, unknown>
}

export let ports: EnginePorts
export let log: Log | undefined
export let platform: TenantTable | undefined
export let environment: Record<string, unknown> = {}
export const sessions = undefined
export const deadLetters = { put: async () => undefined }
export const receivedMessages = { hide: async () => undefined }
export const publish = async () => undefined
let table: Context['table']
export const tableOf = (companyId: string) => (typeof table === 'function' ? table(companyId) : table)

/** Sets what functions use from now on. Live events are dropped. */
export function setContext(context: Context): void {
  ;({ table, platform, ports, log, environment = {} } = context)
}
