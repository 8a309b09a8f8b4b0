import { DomainError } from '@recado/shared/errors/errors'
import { newUuid } from '@recado/shared/ids'
import type { Integration, IntegrationChange } from '@recado/shared/integration/integration'
import {
  beginCheckOfToken,
  getStoredIntegration,
  putIntegration,
  restoreIntegration,
  type StoredIntegration,
} from '@recado/shared/integration/store'
import type { Actor } from '@recado/shared/sessions/session'
import { environment, ports, publish, tableOf } from '../context.ts'
import { integratedPlatform } from './platform.ts'
import { integrationOf } from './shown.ts'
import { sealToken } from './token-seal.ts'

export async function get({ companyId }: Actor): Promise<{ integration: Integration }> {
  return { integration: integrationOf(await getStoredIntegration(tableOf(companyId))) }
}

export async function isEnabled({ companyId }: Actor): Promise<{ isEnabled: boolean }> {
  const { status } = await getStoredIntegration(tableOf(companyId))
  return { isEnabled: integratedPlatform !== undefined && status === 'ENABLED' }
}

/** @throws DomainError ERR_INTEGRATION_UNCONFIGURED, ERR_VALIDATION without a token; the platform's errors */
export function save(actor: Actor, { type, token, status }: IntegrationChange) {
  if (status === 'DISABLED') return disconnect(actor)
  if (!integratedPlatform || type !== environment.INTEGRATION_KIND)
    throw new DomainError('unprocessable', 'ERR_INTEGRATION_UNCONFIGURED', 'There is no such platform here')
  if (token === undefined) {
    const details = [{ path: 'token', code: 'required' }]
    throw new DomainError('invalid', 'ERR_VALIDATION', 'Connecting takes a token', { details })
  }
  return connect(actor, token)
}

async function disconnect({ companyId }: Actor) {
  const none = { sealed: null, lastFour: null, link: null, connectedAt: null }
  return saveIntegration(companyId, { ...none, status: 'DISABLED', updatedAt: now() })
}

/** Asks the platform first. A token that it refuses changes nothing. */
async function connect({ companyId }: Actor, token: string) {
  const table = tableOf(companyId)
  const before = await getStoredIntegration(table)
  const isPending = await beginCheckOfToken(table, now())
  if (isPending) await publishIntegration(companyId)
  try {
    await integratedPlatform?.check(token)
  } catch (error) {
    const isRestored = isPending && (await restoreIntegration(table, { ...before, status: settled(before) }))
    if (isRestored) await publishIntegration(companyId)
    throw error
  }
  const at = now()
  return saveIntegration(companyId, {
    status: 'ENABLED',
    updatedAt: at,
    connectedAt: at,
    link: newUuid(),
    sealed: await sealToken(companyId, token),
    lastFour: endOf(token),
  })
}

/** Empty for a short token: four characters would reveal too much. */
const endOf = (token: string): string => (token.length < 16 ? '' : token.slice(-4))

/** A crashed check leaves its state behind. */
const settled = ({ status, sealed }: StoredIntegration) => {
  if (status !== 'PENDING') return status
  return sealed ? 'PAUSED' : 'DISABLED'
}

async function saveIntegration(
  companyId: string,
  link: StoredIntegration,
): Promise<{ integration: Integration }> {
  await putIntegration(tableOf(companyId), link)
  return publishIntegration(companyId)
}

async function publishIntegration(companyId: string): Promise<{ integration: Integration }> {
  const record = integrationOf(await getStoredIntegration(tableOf(companyId)))
  await publish({ companyId, topic: 'integration', action: 'update', body: { record } })
  return { integration: record }
}

const now = () => new Date(ports.now()).toISOString()
