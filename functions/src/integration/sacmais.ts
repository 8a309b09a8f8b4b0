import type { Handed, IntegratedPlatform } from '@recado/shared/integration/platform'
import * as z from 'zod'
import { emptyText, idText, nullText } from './answers.ts'
import { ask } from './ask.ts'

const tag = z.object({
  id: idText,
  name: z.string(),
  color: nullText,
  contactsCount: z
    .number()
    .int()
    .nullish()
    .transform((count) => count ?? null),
})
const queue = z.object({ id: idText, name: z.string(), color: nullText })
const contact = z.object({ name: emptyText, number: emptyText, email: emptyText })
const anything = z.looseObject({})

interface Page<T> {
  records: T[]
  hasMore: boolean
}

/** A list comes as an array, or as one of several pages under its name. */
const pageOf = <T>(name: string, record: z.ZodType<T>): z.ZodType<Page<T>> =>
  z.preprocess(
    (answer) => {
      if (Array.isArray(answer)) return { records: answer, hasMore: false }
      const page = anything.parse(answer)
      return { records: page[name], hasMore: page.hasMore ?? false }
    },
    z.object({ records: z.array(record), hasMore: z.boolean() }),
  )

/** A platform with its own API: a bearer token, and lists in pages. */
export function sacmais(address: string): IntegratedPlatform {
  const at = (path: string) => new URL(address.replace(/\/+$/, '') + path)
  const headers = (token: string) => ({ authorization: `Bearer ${token}` })

  async function* pages<T>(token: string, path: string, answer: z.ZodType<Page<T>>) {
    const otherwise = (status: number) => (status === 404 ? { records: [], hasMore: false } : undefined)
    for (let pageNumber = 1; ; pageNumber++) {
      const asked = { headers: headers(token), answer, otherwise }
      const { records, hasMore } = await ask(at(`${path}?pageNumber=${pageNumber}`), asked)
      yield records
      // Ends the loop when a platform announces more pages but sends no records.
      if (!hasMore || records.length === 0) return
    }
  }

  return {
    async check(token) {
      await ask(at('/api/me'), { headers: headers(token), answer: anything })
    },
    tags: (token) => allOf(pages(token, '/api/tags', pageOf('tags', tag))),
    contactsOfTag: (token, tagId) =>
      pages(token, `/api/tags/${encodeURIComponent(tagId)}/contacts`, pageOf('contacts', contact)),
    queues: (token) => allOf(pages(token, '/api/queues', pageOf('queues', queue))),
    saveContact: (token, { name, number, email }) =>
      ask<Handed>(at('/api/contacts'), {
        method: 'POST',
        headers: headers(token),
        body: { name, number, email },
        answer: anything.transform((): Handed => 'saved'),
        otherwise: handedAs,
      }),
  }
}

async function allOf<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = []
  for await (const page of pages) all.push(...page)
  return all
}

/** Maps an answer about one contact: it exists already, or the platform cannot accept it. */
function handedAs(status: number): Handed | undefined {
  if (status === 409) return 'saved'
  return status === 400 || status === 422 ? 'refused' : undefined
}
