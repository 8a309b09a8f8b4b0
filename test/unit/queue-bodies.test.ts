import { type SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { Command } from '@recado/shared/queues/commands'
import { commandGroup, digestOf } from '@recado/shared/queues/queues'
import { DEFAULT_SHARDS } from '@recado/shared/queues/shards'
import { bodyOf, SqsQueues } from '@recado/shared/queues/sqs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

/** Characters that SQS accepts, and none that it refuses. */
const ASCII = /^[\x20-\x7e]*$/
const NUMBER = '5511955551234'
const OF = { companyId: 'A', connectionId: 'LOJA' }

const HOSTILE = [
  '\0',
  '\u0001\b\u000b\u001f',
  '\u007f\u0080\u009f',
  '\ud800',
  '\udc00',
  'a\udfffb\ud83d',
  '\ufffe\uffff',
  '👩‍👩‍👧 🇧🇷',
  'é\u0301',
  '\u2028\u2029',
  '"\\"\\\\u0041',
  '\\ud800',
  '</script>',
  '\r\n\t',
  '‮מילה',
]

describe('a queue message', () => {
  test.each(HOSTILE)('keeps %j unchanged', (text) => {
    const message = { text, [`key ${text}`]: [text] }
    expect(bodyOf(message)).toMatch(ASCII)
    expect(JSON.parse(bodyOf(message))).toEqual(message)
  })

  test('keeps any text unchanged, in characters that every queue accepts', () => {
    // Each UTF-16 unit by itself, so half surrogates are included.
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
    const text = fc.oneof(
      units.map((codes) => String.fromCharCode(...codes)),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...HOSTILE),
    )
    fc.assert(
      fc.property(fc.oneof(text, fc.array(text), fc.dictionary(text, text)), (message) => {
        const body = bodyOf(message)
        expect(body).toMatch(ASCII)
        expect(JSON.stringify(JSON.parse(body))).toBe(JSON.stringify(message))
      }),
      { numRuns: 2000 },
    )
  })

  test('encodes plain text as JSON does', () => {
    const message = { text: 'Ola, tudo bem?', at: 1 }
    expect(bodyOf(message)).toBe(JSON.stringify(message))
  })
})

describe('the id of a command', () => {
  test('is valid for SQS, whatever ids a sender chooses', async () => {
    const client = new SQSClient({ region: 'sa-east-1' })
    const ids: (string | undefined)[] = []
    const send = async ({ input }: SendMessageCommand) => void ids.push(input.MessageDeduplicationId)
    const queues = new SqsQueues('http://queues/', DEFAULT_SHARDS, Object.assign(client, { send }))
    for (const id of [...HOSTILE, 'a', 'x'.repeat(255)]) {
      const media = { kind: 'media', ...OF, chat: NUMBER, messageId: id, at: '2026-11-30T12:00:00Z' } as const
      await queues.command(media, `media-${id}`)
    }
    expect(ids).toHaveLength(HOSTILE.length + 2)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('the group of a command', () => {
  const asked = { ...OF, askId: 'ask', until: 1 }
  const commands: Command[] = [
    {
      kind: 'send',
      ...OF,
      epoch: 1,
      notBefore: 1,
      intervalMs: 1,
      recipients: [{ campaignId: 'C', ledger: 'C.1', place: 1, attempt: 1 }],
    },
    { kind: 'message', ...OF, chat: NUMBER, messageId: `3EB0${NUMBER}` },
    { kind: 'message', ...OF, chat: `lid-${NUMBER}`, messageId: 'M' },
    { kind: 'media', ...OF, chat: NUMBER, messageId: `3EB0${NUMBER}`, at: '2026-11-21T12:00:00.000Z' },
    { kind: 'pairing-code', ...asked, number: NUMBER },
    { kind: 'test', ...asked },
    { kind: 'check', ...asked, numbers: [NUMBER] },
    { kind: 'groups', ...OF },
    { kind: 'open', ...OF },
    { kind: 'relink', ...OF },
    { kind: 'unlink', ...OF },
    { kind: 'forget', ...OF },
  ]

  test.each(commands)('$kind names no person, belongs to its connection, and is valid for SQS', (command) => {
    const group = commandGroup(command)
    expect(group).not.toContain(NUMBER)
    expect(group).not.toContain(NUMBER.slice(4))
    expect(group.startsWith(OF.connectionId)).toBe(true)
    expect(group).toMatch(/^[\w!"#$%&'()*+,\-./:;<=>?@[\\\]^`{|}~]{1,128}$/)
  })

  test('is the same for one conversation, and differs between conversations', () => {
    const to = (chat: string) => commandGroup({ kind: 'message', ...OF, chat, messageId: 'M' })
    expect(to(NUMBER)).toBe(to(NUMBER))
    expect(to(NUMBER)).not.toBe(to(`${NUMBER}0`))
  })

  test('separates commands that a person waits for from campaigns, files and conversations', () => {
    const groups = Map.groupBy(commands, commandGroup)
    const kinds = [...groups.values()].map((of) => of.map(({ kind }) => kind))
    expect(kinds).toEqual([
      ['send'],
      ['message'],
      ['message'],
      ['media'],
      ['pairing-code', 'open', 'relink', 'unlink', 'forget'],
      ['test'],
      ['check'],
      ['groups'],
    ])
  })

  test('contains a digest that does not reveal the number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^55[1-9]{2}9[0-9]{8}$/), (number) => {
        expect(digestOf(number)).toMatch(/^[0-9a-f]{32}$/)
        expect(digestOf(number)).not.toContain(number.slice(-8))
      }),
    )
  })
})
