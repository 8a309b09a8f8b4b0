import { contentOf, hasTooManyParts } from '@recado/functions/http/form-content'
import { inputOf } from '@recado/functions/http/input'
import { ANY_USER } from '@recado/shared/access'
import { nothing } from '@recado/shared/http/contract'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'

type Event = Parameters<typeof inputOf>[1]

const field = (name: string, value = '1') =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const formOf = (boundary: string, parts: readonly string[]) =>
  `${parts.map((part) => `--${boundary}\r\n${part}`).join('')}--${boundary}--\r\n`
const sent = (boundary: string, body: string) => ({
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  body,
  isBase64Encoded: false,
})
const fields = (count: number) => Array.from({ length: count }, (_, at) => field(`field${at}`))

describe('the content of a form', () => {
  test('is equal for equal parts, whatever their boundary', () => {
    const [one, other] = ['first', 'second'].map((boundary) =>
      contentOf(sent(boundary, formOf(boundary, fields(3)))),
    )
    expect(one).toBe(other)
    expect(one).not.toBe(contentOf(sent('first', formOf('first', fields(4)))))
  })

  test('of more parts than any form of ours is taken as it was sent', () => {
    const many = '--a'.repeat(1_300_000)
    expect(contentOf(sent('a', many))).toBe(many)
  })
})

describe('a form with too many parts', () => {
  const route = {
    method: 'POST',
    path: '/files',
    access: ANY_USER,
    body: z.looseObject({}),
    file: 'file',
    response: nothing,
    summary: '',
  } as const
  const inputFrom = (body: string, boundary = 'parted') =>
    inputOf(route, sent(boundary, body) as Partial<Event> as Event)

  test('is refused before it is read', async () => {
    await expect(inputFrom(formOf('parted', fields(90)))).resolves.toMatchObject({ field89: '1' })
    await expect(inputFrom(formOf('parted', fields(101)))).rejects.toMatchObject({
      code: 'ERR_VALIDATION',
      details: undefined,
    })
  })

  test('is found by what stands between its parts alone', () => {
    const text = '--parted'.repeat(500)
    const isRefused = (body: string, contentType = 'multipart/form-data; boundary=parted') =>
      hasTooManyParts(contentType, Buffer.from(body))
    expect(isRefused(formOf('parted', [field('note', text)]))).toBe(false)
    expect(isRefused(formOf('parted', fields(60_000)))).toBe(true)
    expect(isRefused(formOf('parted', fields(200)), 'multipart/form-data; boundary="parted"')).toBe(true)
    expect(isRefused(formOf('parted', fields(200)), 'multipart/form-data')).toBe(false)
  })
})
