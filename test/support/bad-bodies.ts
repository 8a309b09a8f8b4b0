import type { Route } from '@recado/shared/http/contract'
import * as z from 'zod'
import type { Sample } from './sample-requests.ts'

/** A body that must be refused: its fault, and how it is sent. */
export interface BadBody {
  what: string
  contentType: string | undefined
  bytes: Uint8Array<ArrayBuffer>
  /** The text that cannot be stored, if that is the fault. */
  broken?: string
}

const JSON_TYPE = 'application/json'
const bytesOf = (text: string) => new TextEncoder().encode(text)
const json = (what: string, text: string): BadBody => ({ what, contentType: JSON_TYPE, bytes: bytesOf(text) })

/** One place of the server refuses unreadable bodies for all routes, so each route gets one of this many. */
const SHARED_BY = 8

/**
 * Bodies that a call must refuse, made from one that it accepts.
 * @param turn the route's place among all routes: the unreadable bodies are spread over them
 */
export function badBodies(route: Route, sample: Sample, turn: number): BadBody[] {
  const good = JSON.stringify(sample)
  const unreadable = [...malformed(good), ...notText(good), ...ofAnotherType(good), ...tooLarge(sample)]
  return [
    ...(acceptsNothing(route) ? [] : [json('nothing', '')]),
    ...unreadable.filter((_, place) => place % SHARED_BY === turn % SHARED_BY),
    ...hostileKeys(good),
    ...wrongFields(route, sample),
    ...brokenTexts(route, sample),
  ]
}

/** Whether the call works without a body. */
const acceptsNothing = ({ body }: Route): boolean => body?.safeParse({}).success ?? true

const DEEP = 20_000

const malformed = (good: string): BadBody[] => [
  json('half a body', good.slice(0, -2)),
  json('two bodies', good + good),
  json('a comma too many', good.replace(/\}$/, ',}')),
  json('single quotes', good.replaceAll('"', "'")),
  json('a comment', `/* x */ ${good}`),
  json('a NUL behind it', `${good}\u0000`),
  json('JSON in JSON', JSON.stringify(good)),
  json('base64 of a body', Buffer.from(good).toString('base64')),
  json('a form', 'name=x&number=5511912345678'),
  json('null', 'null'),
  json('true', 'true'),
  json('a number', '7'),
  json('NaN', 'NaN'),
  json('a text', '"x"'),
  json('a list', '[]'),
  json('the body in a list', `[${good}]`),
  json('brackets without end', '['.repeat(DEEP)),
  json('lists in lists', '['.repeat(DEEP) + ']'.repeat(DEEP)),
  json('objects in objects', `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`),
]

/** Bytes that are not UTF-8, inside a text of the body. */
const notText = (good: string): BadBody[] =>
  (
    [
      ['a byte that UTF-8 has not', [0xff]],
      ['a character cut off', [0xc3]],
      ['the second half of a character', [0xa9]],
      ['a character written longer than it is', [0xc0, 0xaf]],
      ['half a surrogate pair', [0xed, 0xa0, 0x80]],
      ['Latin 1', [0xe7, 0xe3, 0x6f]],
    ] as const
  ).map(([what, bytes]) => {
    // In a name, which may be any text, so that only the bytes are wrong.
    const at = Math.max(0, good.search(/"(name|fileName|password)":"/))
    const middle = good.indexOf('":"', at) + '":"'.length
    const pieces = [Buffer.from(good.slice(0, middle)), Buffer.from(bytes), Buffer.from(good.slice(middle))]
    return { what, contentType: JSON_TYPE, bytes: new Uint8Array(Buffer.concat(pieces)) }
  })

const ofAnotherType = (good: string): BadBody[] =>
  [
    undefined,
    '',
    'text/plain',
    'text/html',
    'application/octet-stream',
    'application/xml',
    'application/jsonp',
    'application/json-patch+json',
    'application/x-www-form-urlencoded',
    'image/png',
    'json',
    '*/*',
  ].map((contentType) => ({ what: `the type “${contentType}”`, contentType, bytes: bytesOf(good) }))

const tooLarge = (sample: Sample): BadBody[] => [
  json('a text of 300 KB', JSON.stringify({ ...sample, more: 'x'.repeat(300 * 1024) })),
  json('300 KB of blanks', JSON.stringify(sample) + ' '.repeat(300 * 1024)),
  json(
    'ten thousand fields',
    JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`f${at}`, at]))),
  ),
]

const hostileKeys = (good: string): BadBody[] =>
  ['__proto__', 'constructor', 'prototype', 'toString', 'companyId', 'id', 'profile', 'pk', '', '$where'].map(
    (name) =>
      json(`the field “${name}”`, good.replace(/\}$/, `,${JSON.stringify(name)}:{"admin":true,"pk":"x"}}`)),
  )

const WRONG: [what: string, value: unknown][] = [
  ['null', null],
  ['true', true],
  ['0', 0],
  ['-1', -1],
  ['1.5', 1.5],
  ['more than a number holds', 1e300],
  ['an empty text', ''],
  ['blanks', '   '],
  ['a text of 5,001 characters', 'x'.repeat(5001)],
  ['an empty list', []],
  ['a list of lists', [[['x']]]],
  ['an empty object', {}],
  ['an operator', { $gt: '' }],
  ['a path', '../../etc/passwd'],
  ['a NUL', '\u0000\u0000\u0000'],
]

/** Each field of the sample with every wrong value that its contract forbids, and without the field. */
function wrongFields({ body }: Route, sample: Sample): BadBody[] {
  const isRefused = (value: unknown) => body !== undefined && !body.safeParse(value).success
  return Object.keys(sample).flatMap((field) => {
    const { [field]: _, ...without } = sample
    const bodies: [string, unknown][] = [
      [`no ${field}`, without],
      ...WRONG.map(([what, value]): [string, unknown] => [
        `${what} as ${field}`,
        { ...sample, [field]: value },
      ]),
    ]
    return bodies
      .filter(([, value]) => isRefused(value))
      .map(([what, value]) => json(what, JSON.stringify(value)))
  })
}

/** Texts that neither the table nor a queue can store. */
export const BROKEN = [
  ['the first half of a surrogate pair', 'Ana \ud83d'],
  ['the second half of a surrogate pair', '\ude00 Ana'],
  ['a surrogate pair the wrong way round', 'Ana \ude00\ud83d'],
  ['a NUL in a text', 'Ana\u0000Souza'],
] as const

/** Each text of the sample, each field of the call, and an extra field name as such a text. */
function brokenTexts({ body }: Route, sample: Sample): BadBody[] {
  const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : []
  const places = new Set([...fields, ...textsIn(sample)])
  return BROKEN.flatMap(([what, text]) => [
    ...[...places].map((path) => ({
      ...json(`${what} as ${path}`, JSON.stringify(withText(sample, path.split('.'), text))),
      broken: path,
    })),
    {
      ...json(`${what} as the name of a field`, JSON.stringify({ ...sample, [text]: 1 })),
      broken: text.toWellFormed().replaceAll('\u0000', ''),
    },
  ])
}

/** Paths of all texts in a value. */
const textsIn = (value: unknown, path = ''): string[] => {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, path ? `${path}.${key}` : key))
}

/** A copy of the value with a text at this path. */
function withText(value: unknown, [key, ...rest]: string[], text: string): unknown {
  if (key === undefined) return text
  if (Array.isArray(value))
    return value.map((inner, at) => (String(at) === key ? withText(inner, rest, text) : inner))
  const fields: object = typeof value === 'object' && value !== null ? value : {}
  return { ...fields, [key]: withText(new Map(Object.entries(fields)).get(key), rest, text) }
}
