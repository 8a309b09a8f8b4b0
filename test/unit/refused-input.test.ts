import { inputOf } from '@recado/functions/http/input'
import { ANY_USER } from '@recado/shared/access'
import { DomainError } from '@recado/shared/errors/errors'
import { nothing } from '@recado/shared/http/contract'
import { expect, test } from 'vitest'
import * as z from 'zod'

type Event = Parameters<typeof inputOf>[1]

const route = {
  method: 'POST',
  path: '/contacts',
  access: ANY_USER,
  body: z.strictObject({ name: z.string() }),
  response: nothing,
  summary: '',
} as const

async function refusalOf(body: object): Promise<DomainError> {
  const event = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const refused: unknown = await inputOf(route, event as Partial<Event> as Event).catch(
    (error: unknown) => error,
  )
  if (refused instanceof DomainError) return refused
  throw new Error('The body was accepted')
}

test('a refusal names each problem of a request, a hundred at most', async () => {
  const unknown = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`campo${at}`, 1]))
  expect((await refusalOf({ nome: 'Ana' })).details).toEqual([
    { path: 'name', code: 'invalid_type' },
    { path: 'nome', code: 'unrecognized_keys' },
  ])
  expect((await refusalOf(unknown(10_000))).details).toHaveLength(100)
})

test('a refusal names the beginning of a long field', async () => {
  const [, { path = '' } = {}] = (await refusalOf({ ['x'.repeat(200_000)]: 1 })).details ?? []
  expect(path).toBe('x'.repeat(200))
})
