import { SECRETS_KEPT_MS } from '@recado/shared/secrets/secrets-manager'
import { newSigningPair, publicHalfOf } from '@recado/shared/secrets/signing-pair'
import { expect, test } from 'vitest'
import type { Call } from '../../infra/operations/command.ts'
import { rotate } from '../../infra/operations/commands/rotate.ts'
import { Printer } from '../../infra/operations/printer.ts'
import { deployedSecrets } from '../../infra/operations/secrets.ts'

/** Runs the command on secrets in memory. @returns the names of the values after each write, the oldest key as `old` */
async function writesOf(...flags: string[]): Promise<string[]> {
  return (await run(...flags)).writes
}

async function run(...flags: string[]): Promise<{ writes: string[]; questions: string[] }> {
  const first = newSigningPair()
  const held = new Map([
    ['signing-key', first],
    ['verifying-keys', publicHalfOf(first)],
  ])
  const nameOf = (line: string) => ([first, publicHalfOf(first)].includes(line) ? 'old' : 'new')
  const writes: string[] = []
  const questions: string[] = []
  const secrets = {
    read: async (name: string) => held.get(name),
    write: async (name: string, text: string) => {
      held.set(name, text)
      writes.push(`${name}: ${text.split('\n').map(nameOf).join(' ')}`)
    },
    knownAfterMs: 0,
    renewedAfterMs: 0,
  }
  const quiet = () => undefined
  const call = {
    args: ['signing-key'],
    flags: new Set(flags),
    deployment: { secrets },
    confirm: async (question: string) => questions.push(question) > 0,
    print: new Printer(false, quiet, quiet),
  } as unknown as Call
  expect(await rotate.run(call)).toBe(0)
  return { writes, questions }
}

test('every process knows a new signing key before it signs, and the old one verifies until the next rotation', async () => {
  expect(await writesOf()).toEqual(['verifying-keys: old new', 'signing-key: new', 'verifying-keys: new old'])
})

test('at once, the old signing key is dropped after the last process that signs with it', async () => {
  expect(await writesOf('at-once')).toEqual([
    'verifying-keys: old new',
    'signing-key: new',
    'verifying-keys: new',
  ])
})

test('at once, the command promises an end that its two waits and the cache of every process allow', async () => {
  const { renewedAfterMs } = deployedSecrets('recado-', 'sa-east-1')
  const longestMs = 2 * renewedAfterMs + SECRETS_KEPT_MS
  expect(longestMs).toBeGreaterThan(7 * 60_000)
  expect(longestMs).toBeLessThan(8 * 60_000)
  const { questions } = await run('at-once')
  expect([...questions, rotate.optionHelp?.['--at-once']]).toEqual([
    expect.stringContaining('invalid within eight minutes'),
    expect.stringContaining('invalid within eight minutes'),
  ])
})
