import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { newSigningPair, publicHalfOf } from '@recado/shared/secrets/signing-pair'
import { secretValues } from '@recado/shared/secrets/values'
import { type Call, type DeploymentCommand, EXIT, OperationError, UsageError } from '../command.ts'
import type { StoredSecrets } from '../secrets.ts'

/**
 * Values made with an earlier secret stay valid: with the last two secrets, or with all of them if the values are
 * stored for years.
 */
const SECRETS: Readonly<Record<string, { keeps: 'one' | 'all' }>> = {
  'signing-key': { keeps: 'one' },
  'refresh-key': { keeps: 'one' },
  'cursor-key': { keeps: 'one' },
  'totp-key': { keeps: 'all' },
  'integration-key': { keeps: 'all' },
}

export const rotate: DeploymentCommand = {
  takes: '<secret>',
  args: [1, 1],
  summary: 'Replaces a secret without an interruption',
  details:
    'In two steps: every process first gets the new value, which takes six minutes, and then uses it. Tokens and data\n' +
    `made with the old value stay valid. Secrets: ${Object.keys(SECRETS).join(', ')}.`,
  options: { 'at-once': { type: 'boolean' } },
  optionHelp: {
    '--at-once':
      'for a leaked secret: the old value becomes invalid within eight minutes. With refresh-key, all users are signed out',
  },
  async run(call) {
    const { args, flags, confirm, print } = call
    const [name = ''] = args
    const secret = Object.hasOwn(SECRETS, name) ? SECRETS[name] : undefined
    if (!secret)
      throw new UsageError(`There is no secret ${name}. There are ${Object.keys(SECRETS).join(', ')}.`)
    const isAtOnce = flags.has('at-once')
    if (isAtOnce && secret.keeps === 'all')
      throw new OperationError(`Data sealed with ${name} could never be opened again.`)
    const question = isAtOnce
      ? `The current value of ${name} becomes invalid within eight minutes. Go on?`
      : `${name} gets a new value. Go on?`
    if (!(await confirm(question))) return EXIT.failed
    await (name === 'signing-key'
      ? rotatePair(call, isAtOnce)
      : rotateValue(call, name, secret.keeps, isAtOnce))
    print.note(`${name} has a new value.`)
    return EXIT.done
  },
}

async function rotateValue(call: Call, name: string, keeps: 'one' | 'all', isAtOnce: boolean): Promise<void> {
  const { secrets } = call.deployment
  const [inUse, ...others] = await requireSecret(secrets, name)
  const value = randomBytes(48).toString('base64')
  if (isAtOnce) return secrets.write(name, value)
  const kept = keeps === 'all' ? others : []
  await secrets.write(name, [inUse, value, ...kept].join('\n'))
  await untilKnown(call, secrets.knownAfterMs)
  await secrets.write(name, [value, inUse, ...kept].join('\n'))
}

/**
 * Verifiers get the new public key before its private half signs anything. At once, they lose the old one as soon as
 * nothing is signed with it any more: a browser gets one new token, which has to be valid.
 */
async function rotatePair(call: Call, isAtOnce: boolean): Promise<void> {
  const { secrets } = call.deployment
  const [before] = await requireSecret(secrets, 'signing-key')
  const pair = newSigningPair()
  const [old, next] = [publicHalfOf(before), publicHalfOf(pair)]
  const untilUsed = () => untilKnown(call, isAtOnce ? secrets.renewedAfterMs : secrets.knownAfterMs)
  await secrets.write('verifying-keys', [old, next].join('\n'))
  await untilUsed()
  await secrets.write('signing-key', pair)
  if (isAtOnce) await untilUsed()
  await secrets.write('verifying-keys', isAtOnce ? next : [next, old].join('\n'))
}

async function requireSecret(secrets: StoredSecrets, name: string): Promise<[string, ...string[]]> {
  const text = await secrets.read(name)
  if (!text) throw new OperationError(`There is no ${name} yet: its first use creates it.`)
  return secretValues(text)
}

async function untilKnown({ print }: Call, afterMs: number): Promise<void> {
  if (afterMs > 0) {
    const seconds = Math.ceil(afterMs / 1000)
    const long = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
    print.note(`Waiting until every process has the new value: ${long}.`)
  }
  await pause(afterMs)
}
