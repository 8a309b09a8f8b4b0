import type { Help, HelpInput } from '@recado/shared/helps/help'
import { helps } from '@recado/shared/helps/store'
import { newId } from '@recado/shared/ids'
import { platform, ports } from '../context.ts'
import { NamedRecords } from '../named-records.ts'

const records = new NamedRecords(helps, {
  unknown: 'ERR_NO_HELP_FOUND',
  taken: 'A video with this title already exists',
})

/** Oldest first, the order in which a new user watches them. */
export const list = (): Promise<Help[]> => helps.all(platform)

/** @throws DomainError ERR_DUPLICATED_NAME */
export async function create(input: HelpInput): Promise<Help> {
  const now = new Date(ports.now()).toISOString()
  return records.create({ id: newId(), ...fieldsOf(input), createdAt: now, updatedAt: now })
}

/** @throws DomainError ERR_DUPLICATED_NAME */
export const update = (helpId: string, input: HelpInput): Promise<Help> =>
  records.change(helpId, (updatedAt) => ({ ...fieldsOf(input), updatedAt }))

export const remove = (helpId: string): Promise<undefined> => records.delete(helpId)

const fieldsOf = ({ title, video, description }: HelpInput) => ({
  title,
  video,
  description: description || null,
})
