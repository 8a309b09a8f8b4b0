import { newId } from '@recado/shared/ids'
import { newSigningPair, publicHalfOf } from '@recado/shared/secrets/signing-pair'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AwsStandIn, failing, json } from '../support/aws-stand-in.ts'
import { partsOf } from '../support/tokens.ts'

const aws = await AwsStandIn.start()
for (const [name, value] of Object.entries(aws.environment)) vi.stubEnv(name, value)
vi.stubEnv('KEYS_FOLDER', '')
vi.stubEnv('SECRET_PREFIX', 'recado/')

/** Secrets Manager's values, which all processes read. */
const stored: Record<string, string> = {}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-25T10:00:00Z') })
  const first = newSigningPair()
  Object.assign(stored, { 'signing-key': first, 'verifying-keys': publicHalfOf(first) })
  aws.answers = {
    GetSecretValue: ({ body }) => {
      const { SecretId }: { SecretId: string } = JSON.parse(body)
      return json({ SecretString: stored[SecretId.replace('recado/', '')] })()
    },
  }
})
afterEach(() => vi.useRealTimers())
afterAll(() => aws.close())

/** A function's process, which has read nothing yet. */
async function aProcess() {
  vi.resetModules()
  return import('../../functions/src/credentials/tokens.ts')
}

const CLAIMS = { sub: newId(), cid: newId(), sid: 'one' }
const EXPIRED = { kind: 'forbidden', code: 'ERR_SESSION_EXPIRED' }
const readsOf = (name: string) => aws.asked.filter(({ body }) => body.includes(`recado/${name}"`)).length
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

/** As `ops rotate signing-key --at-once` does, in its last step. */
function rotateAtOnce(): void {
  const next = newSigningPair()
  Object.assign(stored, { 'signing-key': next, 'verifying-keys': publicHalfOf(next) })
}

test('a process that knows only the old key reads the new one when a token names it', async () => {
  const [signer, verifier] = [await aProcess(), await aProcess()]
  await verifier.verifyAccessToken(await signer.signAccessToken(CLAIMS))
  rotateAtOnce()
  pass(61)
  const token = await signer.signAccessToken(CLAIMS)
  expect(await verifier.verifyAccessToken(token)).toEqual(CLAIMS)
})

test('a token of a key that is no longer valid is refused as expired, so that the browser gets a new one', async () => {
  const [signer, verifier] = [await aProcess(), await aProcess()]
  const token = await signer.signAccessToken(CLAIMS)
  rotateAtOnce()
  await expect(verifier.verifyAccessToken(token)).rejects.toMatchObject(EXPIRED)
})

test('a process that has signed before signs with a new key within a minute', async () => {
  const signer = await aProcess()
  const before = await signer.signAccessToken(CLAIMS)
  rotateAtOnce()
  pass(61)
  const after = await signer.signAccessToken(CLAIMS)
  expect(partsOf(after).header.kid).not.toBe(partsOf(before).header.kid)
})

test('many tokens of unknown keys cause one read in a minute', async () => {
  const [signer, verifier] = [await aProcess(), await aProcess()]
  const token = await signer.signAccessToken(CLAIMS)
  rotateAtOnce()
  pass(61)
  const current = await (await aProcess()).signAccessToken(CLAIMS)
  await verifier.verifyAccessToken(current)
  const before = readsOf('verifying-keys')
  pass(61)
  for (let call = 0; call < 10; call++)
    await expect(verifier.verifyAccessToken(token)).rejects.toMatchObject(EXPIRED)
  expect(readsOf('verifying-keys') - before).toBe(1)
})

test('a failed second read leaves the known keys as they are', async () => {
  const signer = await aProcess()
  const token = await signer.signAccessToken(CLAIMS)
  await signer.verifyAccessToken(token)
  pass(61)
  aws.answers = { GetSecretValue: failing('InternalServiceError', 'not now') }
  const later = await signer.signAccessToken(CLAIMS)
  expect(await signer.verifyAccessToken(later)).toEqual(CLAIMS)
})
