import { beginCheck, endCheck } from '@recado/shared/contact-lists/store'
import { DomainError } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import { AFTER_CALLS_SECONDS } from '@recado/shared/queues/after-calls'
import type { Actor } from '@recado/shared/sessions/session'
import { chosenOrDefault } from '../connections/default-connection.ts'
import { ports, tableOf } from '../context.ts'
import * as lists from './lists.ts'

/**
 * Starts a background check of a list's unchecked numbers at WhatsApp.
 * @throws DomainError ERR_CHECK_RUNNING, ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND
 */
export async function begin({ companyId }: Actor, listId: string, whatsappId: string | undefined) {
  const list = await lists.requirePrivateList(companyId, listId)
  const connectionId = await chosenOrDefault(companyId, whatsappId)
  const checkId = newId()
  const job = { companyId, contactListId: listId, checkId }
  // Before the check: it queues the first job of a check whose call died. Without a check it does nothing.
  await ports.queues.send('validity', { ...job, watch: true }, AFTER_CALLS_SECONDS)
  const begun = await beginCheck(tableOf(companyId), listId, checkId, {
    whatsappId: connectionId,
    checked: 0,
    waitingFor: null,
    total: list.contactsCount - list.valids - list.invalids,
    startedAt: new Date(ports.now()).toISOString(),
  })
  if (!begun) throw new DomainError('conflict', 'ERR_CHECK_RUNNING', 'This list is being checked already')
  await ports.queues.send('validity', job)
  await lists.publishList(companyId, 'update', await lists.requireList(companyId, listId))
  return lists.get({ companyId }, listId)
}

/** Stops the check. Answers so far stay. */
export async function stop({ companyId }: Actor, listId: string): Promise<undefined> {
  const { checkId } = await lists.requirePrivateList(companyId, listId)
  const now = new Date(ports.now()).toISOString()
  if (checkId && (await endCheck(tableOf(companyId), listId, checkId, now)))
    await lists.publishList(companyId, 'update', await lists.requireList(companyId, listId))
}
