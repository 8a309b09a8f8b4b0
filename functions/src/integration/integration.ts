import { DomainError, invalidField } from '@recado/shared/errors/errors'
import { newUuid } from '@recado/shared/ids'
import type { Integration, IntegrationChange } from '@recado/shared/integration/integration'
import {
  beginAttempt,
  beginCheckOfToken,
  completeAttempt,
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
  if (!token) throw invalidField('token', 'required', 'Connecting takes a token')
  return connect(actor, token)
}

async function disconnect({ companyId }: Actor) {
  const none = { sealed: null, lastFour: null, link: null, connectedAt: null }
  await putIntegration(tableOf(companyId), { ...none, status: 'DISABLED', updatedAt: now() })
  return publishIntegration(companyId)
}

/**
 * Asks the platform first. A token that it refuses changes nothing. If a person saves something else meanwhile, the
 * later save stays and is the answer.
 */
async function connect({ companyId }: Actor, token: string) {
  const table = tableOf(companyId)
  const attempt = newUuid()
  const before = { ...(await beginAttempt(table, attempt)), attempt }
  const isPending = await beginCheckOfToken(table, attempt, now())
  if (isPending) await publishIntegration(companyId)
  try {
    await integratedPlatform?.check(token)
  } catch (error) {
    const isRestored = isPending && (await restoreIntegration(table, { ...before, status: settled(before) }))
    if (isRestored) await publishIntegration(companyId)
    throw error
  }
  const at = now()
  await completeAttempt(table, {
    status: 'ENABLED',
    updatedAt: at,
    connectedAt: at,
    link: newUuid(),
    attempt,
    sealed: await sealToken(companyId, token),
    lastFour: endOf(token),
  })
  return publishIntegration(companyId)
}

/** Empty for a short token: four characters would reveal too much. */
const endOf = (token: string): string => (token.length < 16 ? '' : token.slice(-4))

/** A crashed check leaves its state behind. */
const settled = ({ status, sealed }: StoredIntegration) => {
  if (status !== 'PENDING') return status
  return sealed ? 'PAUSED' : 'DISABLED'
}

async function publishIntegration(companyId: string): Promise<{ integration: Integration }> {
  const record = integrationOf(await getStoredIntegration(tableOf(companyId)))
  await publish({ companyId, topic: 'integration', action: 'update', body: { record } })
  return { integration: record }
}

const now = () => new Date(ports.now()).toISOString()
