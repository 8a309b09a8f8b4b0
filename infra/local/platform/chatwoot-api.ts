import type { AccountContact, PlatformAccount } from './account.ts'
import { type AcceptedCall, type Answer, type PlatformApi, pageOf, WHAT } from './api.ts'

const ACCOUNT = 7
const ROOT = `/api/v1/accounts/${ACCOUNT}`
const CONTACTS_PER_PAGE = 15

/** Chatwoot's public API, as far as the product uses it: https://developers.chatwoot.com/api-reference */
export const chatwootApi: PlatformApi = {
  tokenOf: ({ api_access_token: token }) => String(token ?? ''),
  answer(account, call) {
    const { pathname } = call.url
    if (call.method === 'POST') return pathname === `${ROOT}/contacts` ? saved(account, call) : NOT_FOUND
    if (pathname === '/api/v1/profile') {
      const body = { id: 3, account_id: ACCOUNT, accounts: [{ id: ACCOUNT }] }
      return { status: 200, body, what: WHAT.checked }
    }
    if (pathname === `${ROOT}/labels`) return { status: 200, body: labelsOf(account), what: WHAT.tags }
    if (pathname === `${ROOT}/teams`) {
      const teams = account.queues.map((name, id) => ({ id, name }))
      return { status: 200, body: teams, what: WHAT.queues }
    }
    return pathname === `${ROOT}/contacts` ? contactsOf(account, call.url) : NOT_FOUND
  },
}

const NOT_FOUND: Answer = {
  status: 404,
  body: { error: 'Resource could not be found' },
  what: WHAT.unknown,
}

const labelsOf = (account: PlatformAccount) => ({
  payload: account.listedTags().map(({ id, name, color }) => ({ id, title: name, color })),
})

function contactsOf(account: PlatformAccount, { searchParams }: URL): Answer {
  const label = searchParams.get('labels[]') ?? ''
  const contacts = account.tags.get(label) ?? []
  const { number, records } = pageOf(contacts, searchParams.get('page'), CONTACTS_PER_PAGE)
  const body = { meta: { count: contacts.length, current_page: number }, payload: records.map(listed) }
  return { status: 200, body, what: WHAT.contactsOf(label) }
}

const listed = ({ name, number, email }: AccountContact) => ({
  name,
  phone_number: `+${number}`,
  email: email || null,
})

function saved(account: PlatformAccount, { body, at }: AcceptedCall): Answer {
  const { name = '', phone_number: phone = '', email = '' } = body
  // Chatwoot accepts a number only with its plus sign.
  const number = phone.startsWith('+') ? phone.slice(1) : ''
  const outcome = account.save({ name, number, email }, at)
  if (outcome === 'saved') {
    const contact = { id: account.saved.length, name, phone_number: phone, email: email || null }
    return { status: 200, body: { payload: { contact } }, what: WHAT.saved }
  }
  const message =
    outcome === 'taken' ? 'Phone number has already been taken' : 'Phone number should be in e164 format'
  return { status: 422, body: { message, attributes: ['phone_number'] }, what: WHAT[outcome] }
}
