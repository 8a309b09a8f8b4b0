import { byName } from '@recado/shared/by-name'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import type { Instance, InstanceInput } from '@recado/shared/instances/instance'
import { instances } from '@recado/shared/instances/store'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import type { Outcome } from '@recado/shared/table/unique-values'
import { platform, ports } from '../context.ts'

export const list = async (): Promise<Instance[]> => (await instances.all(platform)).sort(byName)

/** @throws DomainError ERR_DUPLICATED_NAME */
export async function create(input: InstanceInput): Promise<Instance> {
  const now = new Date(ports.now()).toISOString()
  const instance: Instance = {
    id: newId(),
    ...fieldsOf(input),
    companies: 0,
    createdAt: now,
    updatedAt: now,
  }
  requireUnique(await instances.put(platform, instance))
  return instance
}

/** @throws DomainError ERR_DUPLICATED_NAME */
export async function update(instanceId: string, input: InstanceInput): Promise<Instance> {
  await retrying(
    platform,
    () => requireInstance(instanceId),
    async (read) => {
      const updatedAt = new Date(ports.now()).toISOString()
      const outcome = await instances.change(platform, read, { ...fieldsOf(input), updatedAt })
      if (outcome === 'changed') return AGAIN
      return requireUnique(outcome)
    },
  )
  return requireInstance(instanceId)
}

/** @throws DomainError ERR_INSTANCE_IN_USE */
export const remove = (instanceId: string): Promise<undefined> =>
  retrying(
    platform,
    () => requireInstance(instanceId),
    async (read) => {
      requireUnused(read)
      return (await instances.delete(platform, read, { companies: 0 })) === 'changed' ? AGAIN : undefined
    },
  )

function requireUnused({ companies }: Instance): void {
  if (companies === 0) return
  const details = [{ path: 'companies', code: String(companies) }]
  throw new DomainError('conflict', 'ERR_INSTANCE_IN_USE', 'Companies are on this instance', { details })
}

async function requireInstance(instanceId: string): Promise<Instance> {
  const found = await instances.get(platform, instanceId)
  if (!found) throw notFound('ERR_NO_INSTANCE_FOUND')
  return found
}

/** The address without a trailing slash, as browsers send it. */
const fieldsOf = ({ name, address, port }: InstanceInput) => ({
  name,
  address: new URL(address).origin,
  port,
})

function requireUnique(outcome: Outcome): void {
  if (typeof outcome === 'string') return
  throw new DomainError('conflict', 'ERR_DUPLICATED_NAME', 'An instance with this name already exists')
}
