import { DomainError, notFound } from '@recado/shared/errors/errors'
import type { Help, HelpInput } from '@recado/shared/helps/help'
import { helps } from '@recado/shared/helps/store'
import { newId } from '@recado/shared/ids'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import type { Outcome } from '@recado/shared/table/unique-values'
import { platform, ports } from '../context.ts'

/** Oldest first, the order in which a new user watches them. */
export const list = (): Promise<Help[]> => helps.all(platform)

/** @throws DomainError ERR_DUPLICATED_NAME */
export async function create(input: HelpInput): Promise<Help> {
  const now = new Date(ports.now()).toISOString()
  const help: Help = { id: newId(), ...fieldsOf(input), createdAt: now, updatedAt: now }
  requireUnique(await helps.put(platform, help))
  return help
}

/** @throws DomainError ERR_DUPLICATED_NAME */
export async function update(helpId: string, input: HelpInput): Promise<Help> {
  await retrying(
    platform,
    () => requireHelp(helpId),
    async (read) => {
      const updatedAt = new Date(ports.now()).toISOString()
      const outcome = await helps.change(platform, read, { ...fieldsOf(input), updatedAt })
      if (outcome === 'changed') return AGAIN
      return requireUnique(outcome)
    },
  )
  return requireHelp(helpId)
}

export const remove = (helpId: string): Promise<undefined> =>
  retrying(
    platform,
    () => requireHelp(helpId),
    async (read) => ((await helps.delete(platform, read)) === 'changed' ? AGAIN : undefined),
  )

async function requireHelp(helpId: string): Promise<Help> {
  const found = await helps.get(platform, helpId)
  if (!found) throw notFound('ERR_NO_HELP_FOUND')
  return found
}

const fieldsOf = ({ title, video, description }: HelpInput) => ({
  title,
  video,
  description: description || null,
})

function requireUnique(outcome: Outcome): void {
  if (typeof outcome === 'string') return
  throw new DomainError('conflict', 'ERR_DUPLICATED_NAME', 'A video with this title already exists')
}
