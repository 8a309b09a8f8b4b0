import { byName } from '@recado/shared/by-name'
import { DomainError } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import type { Instance, InstanceInput } from '@recado/shared/instances/instance'
import { instances } from '@recado/shared/instances/store'
import { platform, ports } from '../context.ts'
import { NamedRecords } from '../named-records.ts'

const records = new NamedRecords(instances, {
  unknown: 'ERR_NO_INSTANCE_FOUND',
  taken: 'An instance with this name already exists',
})

export const list = async (): Promise<Instance[]> => (await instances.all(platform)).sort(byName)

/** @throws DomainError ERR_DUPLICATED_NAME */
export async function create(input: InstanceInput): Promise<Instance> {
  const now = new Date(ports.now()).toISOString()
  return records.create({ id: newId(), ...fieldsOf(input), companies: 0, createdAt: now, updatedAt: now })
}

/** @throws DomainError ERR_DUPLICATED_NAME */
export const update = (instanceId: string, input: InstanceInput): Promise<Instance> =>
  records.change(instanceId, (updatedAt) => ({ ...fieldsOf(input), updatedAt }))

/** @throws DomainError ERR_INSTANCE_IN_USE */
export const remove = (instanceId: string): Promise<undefined> =>
  records.delete(instanceId, requireUnused, { companies: 0 })

function requireUnused({ companies }: Instance): void {
  if (companies === 0) return
  const details = [{ path: 'companies', code: String(companies) }]
  throw new DomainError('conflict', 'ERR_INSTANCE_IN_USE', 'Companies are on this instance', { details })
}

/** The address without a trailing slash, as browsers send it. */
const fieldsOf = ({ name, address, port }: InstanceInput) => ({
  name,
  address: new URL(address).origin,
  port,
})
