import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { newSigningPair, publicHalfOf } from '@recado/shared/secrets/signing-pair'
import { valuesOf } from '@recado/shared/secrets/values'
import { type Call, type Command, EXIT, OperationError, UsageError } from '../command.ts'
import type { StoredSecrets } from '../secrets.ts'

/** What was made with the value before stays good: of the last two, or, where it is stored for years, of all. */
const SECRETS: Readonly<Record<string, { keeps: 'one' | 'all' }>> = {
  'signing-key': { keeps: 'one' },
  'refresh-key': { keeps: 'one' },
  'cursor-key': { keeps: 'one' },
  'totp-key': { keeps: 'all' },
  'integration-key': { keeps: 'all' },
}

export const rotate: Command = {
  takes: '<secret>',
  args: [1, 1],
  summary: 'Puts a new value in the place of a secret, and nobody notices',
  details:
    'In two steps: first every process learns the new value, for which it waits six minutes, then it is used. What was\n' +
    `made with the old one stays good. Secrets: ${Object.keys(SECRETS).join(', ')}.`,
  options: { 'at-once': { type: 'boolean' } },
  optionHelp: {
    '--at-once':
      'where somebody may know the old value: it counts no more. With refresh-key everybody is signed out',
  },
  async run(call) {
    const { args, flags, confirm, print } = call
    const [name = ''] = args
    const secret = Object.hasOwn(SECRETS, name) ? SECRETS[name] : undefined
    if (!secret)
      throw new UsageError(`There is no secret ${name}. There are ${Object.keys(SECRETS).join(', ')}.`)
    const isAtOnce = flags.has('at-once')
    if (isAtOnce && secret.keeps === 'all')
      throw new OperationError(`What was sealed with ${name} could never be opened again.`)
    const question = isAtOnce
      ? `The value of ${name} counts no more from now on. Go on?`
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
  const [inUse, ...others] = await stored(secrets, name)
  const value = randomBytes(48).toString('base64')
  if (isAtOnce) return secrets.write(name, value)
  const kept = keeps === 'all' ? others : []
  await secrets.write(name, [inUse, value, ...kept].join('\n'))
  await untilKnown(call)
  await secrets.write(name, [value, inUse, ...kept].join('\n'))
}

/** Who verifies knows the new public key before anything is signed with its other half. */
async function rotatePair(call: Call, isAtOnce: boolean): Promise<void> {
  const { secrets } = call.deployment
  const [before] = await stored(secrets, 'signing-key')
  const pair = newSigningPair()
  const [old, next] = [publicHalfOf(before), publicHalfOf(pair)]
  await secrets.write('verifying-keys', isAtOnce ? next : [old, next].join('\n'))
  if (!isAtOnce) await untilKnown(call)
  await secrets.write('signing-key', pair)
  if (!isAtOnce) await secrets.write('verifying-keys', [next, old].join('\n'))
}

async function stored(secrets: StoredSecrets, name: string): Promise<[string, ...string[]]> {
  const text = await secrets.read(name)
  if (!text) throw new OperationError(`There is no ${name} yet: it is made when it is first used.`)
  return valuesOf(text)
}

async function untilKnown({ deployment, print }: Call): Promise<void> {
  const { knownAfterMs } = deployment.secrets
  if (knownAfterMs > 0)
    print.note(`Until every process knows it: ${Math.ceil(knownAfterMs / 60_000)} minutes.`)
  await pause(knownAfterMs)
}
