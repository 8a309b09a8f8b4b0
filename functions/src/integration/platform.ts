import { DomainError } from '@recado/shared/errors/errors'
import type { IntegratedPlatform } from '@recado/shared/integration/platform'
import {
  getStoredIntegration,
  pauseIntegration,
  type StoredIntegration,
} from '@recado/shared/integration/store'
import { environment, ports, publish, tableOf } from '../context.ts'
import { tokenRefused } from './ask.ts'
import { chatwoot } from './chatwoot.ts'
import { sacmais } from './sacmais.ts'
import { integrationOf } from './shown.ts'
import { openToken } from './token-seal.ts'

const ADAPTERS = { sacmais, chatwoot }

const { INTEGRATION_KIND: kind, INTEGRATION_URL: address } = environment

/** The platform of this deployment; undefined without one. */
export const integratedPlatform: IntegratedPlatform | undefined =
  kind && address ? ADAPTERS[kind](address) : undefined

/**
 * Asks the platform for a company. A refused token that worked before pauses the link.
 * @throws DomainError ERR_INTEGRATION_DISABLED when the company is not connected; the platform's errors
 */
export async function asking<T>(
  companyId: string,
  question: (platform: IntegratedPlatform, token: string) => Promise<T>,
): Promise<T> {
  const stored = await getStoredIntegration(tableOf(companyId))
  if (!integratedPlatform || stored.status !== 'ENABLED' || !stored.sealed) throw notConnected()
  try {
    const token = await openToken(companyId, stored.sealed)
    if (token === undefined) throw tokenRefused()
    return await question(integratedPlatform, token)
  } catch (error) {
    if (isRefusal(error)) await pause(companyId, stored)
    throw error
  }
}

const notConnected = () =>
  new DomainError('unprocessable', 'ERR_INTEGRATION_DISABLED', 'The company is not connected to the platform')

const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'ERR_INTEGRATION_TOKEN'

async function pause(companyId: string, { link }: StoredIntegration): Promise<void> {
  const table = tableOf(companyId)
  if (!link || !(await pauseIntegration(table, link, new Date(ports.now()).toISOString()))) return
  const record = integrationOf(await getStoredIntegration(table))
  await publish({ companyId, topic: 'integration', action: 'update', body: { record } })
}
