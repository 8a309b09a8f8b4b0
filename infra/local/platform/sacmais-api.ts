import type { PlatformAccount } from './account.ts'
import { type AcceptedCall, type Answer, type PlatformApi, pageOf, WHAT } from './api.ts'

const CONTACTS_PER_PAGE = 100
const STATUSES = { saved: 200, taken: 409, refused: 422 }

/** A platform with its own API: a bearer token, and contacts in pages. */
export const sacmaisApi: PlatformApi = {
  tokenOf: ({ authorization }) => String(authorization ?? '').replace(/^Bearer /, ''),
  answer(account, call) {
    const { pathname } = call.url
    if (call.method === 'POST') return pathname === '/api/contacts' ? saved(account, call) : NOT_FOUND
    if (pathname === '/api/me') return { status: 200, body: { id: 1, name: 'Loja' }, what: WHAT.checked }
    if (pathname === '/api/tags') return { status: 200, body: tagsOf(account), what: WHAT.tags }
    if (pathname === '/api/queues') {
      const queues = account.queues.map((name, id) => ({ id, name }))
      return { status: 200, body: queues, what: WHAT.queues }
    }
    const [, tagId] = /^\/api\/tags\/(\w+)\/contacts$/.exec(pathname) ?? []
    return tagId ? contactsOf(account, tagId, call.url) : NOT_FOUND
  },
}

const NOT_FOUND: Answer = { status: 404, body: { error: 'Not found' }, what: WHAT.unknown }

const tagsOf = (account: PlatformAccount) => ({
  tags: account.listedTags().map(({ contacts, ...tag }) => ({ ...tag, contactsCount: contacts.length })),
  hasMore: false,
})

function contactsOf(account: PlatformAccount, tagId: string, { searchParams }: URL): Answer {
  const tag = account.listedTags().find(({ id }) => String(id) === tagId)
  if (!tag) return NOT_FOUND
  const { records, hasMore } = pageOf(tag.contacts, searchParams.get('pageNumber'), CONTACTS_PER_PAGE)
  return { status: 200, body: { contacts: records, hasMore }, what: WHAT.contactsOf(tag.name) }
}

function saved(account: PlatformAccount, { body, at }: AcceptedCall): Answer {
  const { name = '', number = '', email = '' } = body
  const outcome = account.save({ name, number, email }, at)
  return { status: STATUSES[outcome], body: { outcome }, what: WHAT[outcome] }
}
