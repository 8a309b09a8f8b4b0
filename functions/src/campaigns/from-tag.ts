import type { CampaignInput, CreatedCampaign } from '@recado/shared/campaigns/contract/campaign'
import { namesOfParts, PARTS_MAX, partsOf } from '@recado/shared/campaigns/contract/parts'
import { campaignWrites } from '@recado/shared/campaigns/store/campaigns'
import type { ContactFields } from '@recado/shared/contact-lists/contact-list-item'
import { ADDED_AT_ONCE, contactWrites } from '@recado/shared/contact-lists/item-writes'
import { listOf, listWrite, type StoredList } from '@recado/shared/contact-lists/store'
import { DomainError, invalidField } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import type { Actor } from '@recado/shared/sessions/session'
import { ports, publish, tableOf } from '../context.ts'
import { checked, requireParts } from './campaign-checks.ts'
import { announced } from './campaigns.ts'
import { draftOf, requireFuture } from './draft.ts'
import { contactsOfTag, tagTooLarge } from './tag-contacts.ts'

/** An abandoned list's rows are deleted after this time, in seconds. It is SQS's longest delay. */
const CLEARED_AFTER_SECONDS = 900

/** A part's list with its contacts. */
interface Part {
  list: StoredList
  contacts: readonly ContactFields[]
}

/**
 * Creates campaigns for all contacts with a tag of the integrated platform, in parts of 500 with a list each. The
 * contacts are written first. One transaction then adds all lists and campaigns, so that an unfinished result is
 * never visible.
 * @param id of the campaign that is created first. It names the others, for a repeated call
 * @throws DomainError ERR_TAG_SPLIT when the user did not agree to several parts, ERR_TAG_EMPTY, ERR_TAG_TOO_LARGE;
 * the platform's errors
 */
export async function createFromTag(
  { companyId }: Actor,
  input: CampaignInput,
  id: string,
): Promise<CreatedCampaign> {
  const table = tableOf(companyId)
  const draft = await checked(draftOf(companyId, input, [newId()], id))
  requirePlatformTag(draft)
  requireFuture(draft.scheduledAt)
  // The lists do not exist yet, and the tag is the platform's: neither is checked here.
  await requireParts(table, draft, { ...draft, whatsappId: '', queueId: null })
  const contacts = partsOf(await contactsOfTag(companyId, draft.tagId ?? ''))
  requireAgreed(contacts, input.confirmSplit)
  const names = namesOfParts(draft.name, contacts.length)
  // Lists are shown newest first. The last part is created first, so that the first one is on top.
  const named = contacts.map((some, at) => ({ some, name: names[at] ?? draft.name })).reverse()
  const parts = named.map(({ some, name }) => partOf(companyId, name, some))
  const ids = [id, ...parts.slice(1).map(() => newId())]
  const partIds = ids.toReversed()
  const campaigns = parts.map(({ list }, at) => ({
    ...draft,
    id: ids[at] ?? id,
    name: list.name,
    contactListIds: [list.id],
    validContacts: list.contactsCount,
    ...(at === 0 && { partIds }),
  }))
  await writeContacts(companyId, parts)
  await table.transact([
    ...parts.map(({ list }) => listWrite(list)),
    ...campaigns.flatMap((campaign) => campaignWrites(campaign)),
  ])
  for (const { list } of parts)
    await publish({ companyId, topic: 'contact-list', action: 'create', body: { record: listOf(list) } })
  return announced(companyId, partIds)
}

/** @throws DomainError ERR_VALIDATION for a campaign that cannot be sent to a tag */
export function requirePlatformTag({ type, tagId }: Pick<CampaignInput, 'type' | 'tagId'>): void {
  const wrong = type === 'GROUP' ? 'type' : tagId === null ? 'tagId' : undefined
  if (!wrong) return
  const code = type === 'GROUP' ? 'no_tags' : 'required'
  throw invalidField(wrong, code, 'This campaign cannot be made from a tag')
}

/** @throws DomainError ERR_TAG_EMPTY, ERR_TAG_TOO_LARGE */
export function requireSomeParts(parts: readonly (readonly ContactFields[])[]): void {
  if (parts.length === 0) throw new DomainError('unprocessable', 'ERR_TAG_EMPTY', 'Nobody has this tag')
  if (parts.length > PARTS_MAX) throw tagTooLarge()
}

function requireAgreed(parts: readonly (readonly ContactFields[])[], agreed: boolean): void {
  requireSomeParts(parts)
  if (parts.length === 1 || agreed) return
  const details = [
    { path: 'contacts', code: String(parts.flat().length) },
    { path: 'parts', code: String(parts.length) },
  ]
  throw new DomainError('conflict', 'ERR_TAG_SPLIT', 'This tag makes a campaign of several parts', {
    details,
  })
}

function partOf(companyId: string, name: string, contacts: readonly ContactFields[]): Part {
  const now = new Date(ports.now()).toISOString()
  const count = contacts.length
  const list: StoredList = {
    id: newId(),
    companyId,
    name,
    type: 'PRIVATE',
    searchName: name.toLowerCase(),
    isDuplicated: false,
    contactsCount: count,
    valids: 0,
    invalids: 0,
    nextPlace: count,
    updateAt: now,
    createdAt: now,
  }
  return { list, contacts }
}

/** Lists whose contacts are written at the same time. */
const LISTS_AT_ONCE = 4

async function writeContacts(companyId: string, parts: readonly Part[]): Promise<void> {
  const waiting = [...parts]
  const one = async () => {
    for (let part = waiting.pop(); part; part = waiting.pop()) await writePart(companyId, part)
  }
  await Promise.all(Array.from({ length: LISTS_AT_ONCE }, one))
}

/** The clean-up is queued first. It deletes nothing of a list that exists. */
async function writePart(companyId: string, { list, contacts }: Part): Promise<void> {
  const table = tableOf(companyId)
  const { id: listId, createdAt: now } = list
  await ports.queues.send('cleanup', { companyId, kind: 'contact-list', id: listId }, CLEARED_AFTER_SECONDS)
  for (let place = 0; place < contacts.length; place += ADDED_AT_ONCE) {
    const some = contacts.slice(place, place + ADDED_AT_ONCE)
    const given = { listId, firstPlace: place, contacts: some, holders: new Map(), now }
    await table.transact(contactWrites(given))
  }
}
