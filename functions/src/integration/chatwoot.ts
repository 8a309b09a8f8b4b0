import type { Handed, IntegratedPlatform } from '@recado/shared/integration/platform'
import * as z from 'zod'
import { emptyText, idText, nullText } from './answers.ts'
import { ask } from './ask.ts'

const profile = z.object({
  account_id: z.number().int().nullish(),
  accounts: z.array(z.object({ id: z.number().int() })).default([]),
})
const labels = z.object({ payload: z.array(z.object({ id: idText, title: z.string(), color: nullText })) })
const teams = z.array(z.object({ id: idText, name: z.string() }))
const contacts = z.object({
  meta: z.object({ count: z.coerce.number().int().default(0) }),
  payload: z.array(z.object({ name: emptyText, phone_number: emptyText, email: emptyText })),
})
const saved = z.looseObject({})

/** Contacts per page of Chatwoot's lists. */
const PAGE_SIZE = 15
/** Pages requested at once. A label of thousands has hundreds of pages. */
const PAGES_AT_ONCE = 5

/** Chatwoot's public API. Its labels are our tags, and its teams our queues, in the account of the token. */
export function chatwoot(address: string): IntegratedPlatform {
  const at = (path: string) => new URL(`${address.replace(/\/+$/, '')}/api/v1${path}`)
  const headers = (token: string) => ({ api_access_token: token })
  const get = <T>(token: string, path: string, answer: z.ZodType<T>) =>
    ask(at(path), { headers: headers(token), answer })

  async function accountOf(token: string): Promise<string> {
    const { account_id: active, accounts } = await get(token, '/profile', profile)
    return `/accounts/${active ?? accounts[0]?.id ?? 0}`
  }

  const labelsOf = async (token: string, account: string) =>
    (await get(token, `${account}/labels`, labels)).payload

  /** Contacts are searched by a label's title. The title may change, the id does not. */
  async function* contactsOfTag(token: string, tagId: string) {
    const account = await accountOf(token)
    const label = (await labelsOf(token, account)).find(({ id }) => id === tagId)
    if (!label) return
    const page = (number: number) => {
      const query = new URLSearchParams({ 'labels[]': label.title, sort: 'id', page: String(number) })
      query.set('include_contact_inboxes', 'false')
      return get(token, `${account}/contacts?${query}`, contacts)
    }
    const first = await page(1)
    yield first.payload.map(contactOf)
    const last = Math.ceil(first.meta.count / PAGE_SIZE)
    for (let next = 2; next <= last; next += PAGES_AT_ONCE) {
      const numbers = Array.from({ length: Math.min(PAGES_AT_ONCE, last - next + 1) }, (_, at) => next + at)
      for (const { payload } of await Promise.all(numbers.map(page))) yield payload.map(contactOf)
    }
  }

  return {
    async check(token) {
      await labelsOf(token, await accountOf(token))
    },
    async tags(token) {
      const found = await labelsOf(token, await accountOf(token))
      return found.map(({ id, title, color }) => ({ id, name: title, color, contactsCount: null }))
    },
    contactsOfTag,
    async queues(token) {
      const found = await get(token, `${await accountOf(token)}/teams`, teams)
      return found.map(({ id, name }) => ({ id, name, color: null }))
    },
    async saveContact(token, { name, number, email }) {
      // Chatwoot accepts only international numbers, and no empty e-mail.
      const body = { name, phone_number: `+${number}`, ...(email && { email }) }
      return ask<Handed>(at(`${await accountOf(token)}/contacts`), {
        method: 'POST',
        headers: headers(token),
        body,
        answer: saved.transform((): Handed => 'saved'),
        otherwise: handedAs,
      })
    },
  }
}

type ListedContact = z.infer<typeof contacts>['payload'][number]

const contactOf = ({ name, phone_number, email }: ListedContact) => ({ name, number: phone_number, email })

/** Chatwoot answers that the number is taken if it already has the contact. */
function handedAs(status: number, text: string): Handed | undefined {
  if (status !== 422 && status !== 400) return undefined
  return /phone.number/i.test(text) && /taken/i.test(text) ? 'saved' : 'refused'
}
