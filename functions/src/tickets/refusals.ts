import { DomainError, invalidField } from '@recado/shared/errors/errors'
import type { Actor } from '@recado/shared/sessions/session'
import type { Refusal } from '@recado/shared/tickets/rules/machine'
import { getUser } from '@recado/shared/users/store'
import { tableOf } from '../context.ts'

export const invalid = (path: string, code: string) =>
  invalidField(path, code, 'The request does not fit this call')

/** The answer for a change that the rules of tickets refuse. */
export async function refusalOf(actor: Actor, refusal: Refusal): Promise<DomainError> {
  switch (refusal.code) {
    case 'ERR_TICKET_TAKEN': {
      const userName = await nameOf(actor, refusal.userId)
      const message = 'A colleague attends to this ticket'
      return new DomainError('conflict', 'ERR_TICKET_TAKEN', message, { values: { userName } })
    }
    case 'ERR_NEW_MESSAGES': {
      const { count } = refusal
      const message = 'The customer wrote again'
      return new DomainError('conflict', 'ERR_NEW_MESSAGES', message, { values: { count } })
    }
    case 'ERR_TICKET_CHANGED':
      return new DomainError('conflict', 'ERR_TICKET_CHANGED', 'The ticket is not in that state')
    case 'ERR_QUEUE_NEEDED':
      return new DomainError('conflict', 'ERR_QUEUE_NEEDED', 'The ticket needs a queue first')
    case 'ERR_VALIDATION':
      return invalid(refusal.path, 'not_taken_here')
  }
}

async function nameOf({ companyId }: Actor, userId: string | null): Promise<string> {
  const user = userId ? await getUser(tableOf(companyId), userId) : undefined
  return user?.name ?? ''
}
