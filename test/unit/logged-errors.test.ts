import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import type * as context from '@recado/functions/context'
import { DomainError } from '@recado/shared/errors/errors'
import { MemoryTable } from '@recado/shared/table/memory'
import { keyIn } from '@recado/shared/table/table'
import { beforeAll, expect, test, vi } from 'vitest'

const HASH = 'argon2id$19456$2$1$c2Vj$cmV0'
const NUMBER = '5511955550001'

let log: typeof context.log

beforeAll(async () => {
  for (const name of ['TABLE_NAME', 'QUEUE_URL_PREFIX', 'BUCKET_NAME', 'APP_ORIGIN']) vi.stubEnv(name, 'x')
  vi.stubEnv('SHARDS', '1')
  log = (await import('@recado/functions/context')).log
})

/** Logs an error. @returns the line, which holds no secret */
function logged(error: unknown) {
  let output = ''
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      output += String(chunk)
      return true
    })
  log.error('request failed', { requestId: 'R1', companyId: 'A', error })
  vi.restoreAllMocks()
  expect(output).not.toContain(HASH)
  expect(output).not.toContain(NUMBER)
  return JSON.parse(output)
}

test('the log of a lost answer to a write names the error and its cause, and holds nothing of the stored row', () => {
  const cause = new ConditionalCheckFailedException({
    message: 'The conditional request failed',
    $metadata: { attempts: 2 },
    Item: { passwordHash: { S: HASH }, number: { S: NUMBER } },
  })
  expect(logged(new Error('The answer to a write was lost', { cause }))).toMatchObject({
    level: 'ERROR',
    message: 'request failed',
    service: 'recado',
    requestId: 'R1',
    companyId: 'A',
    error: {
      name: 'Error',
      message: 'The answer to a write was lost',
      stack: expect.stringContaining('logged-errors.test.ts'),
      cause: { name: 'ConditionalCheckFailedException', message: 'The conditional request failed' },
    },
  })
})

test('the log of a failed condition holds nothing of the row that failed it', async () => {
  const table = new MemoryTable()
  const key = keyIn<{ passwordHash: string; number: string }>('A#USERS', 'U')
  await table.put({ ...key, passwordHash: HASH, number: NUMBER })
  const failed: unknown = await table.delete(key, { number: 'another' }).catch((error: unknown) => error)
  expect(failed).toMatchObject({ failures: [{ passwordHash: HASH }] })
  const { error } = logged(failed)
  expect(Object.keys(error).sort()).toEqual(['message', 'name', 'stack'])
  expect(error).toMatchObject({ name: 'ConditionFailed', message: 'The condition of a write did not hold' })
})

test('the log keeps the code of an error and of its causes, up to the fourth cause', () => {
  const domain = new DomainError('conflict', 'ERR_BUSY', 'Again and again', { values: { name: NUMBER } })
  expect(logged(new Error('It failed', { cause: domain })).error.cause).toMatchObject({ code: 'ERR_BUSY' })
  let deep = new Error('0')
  for (let depth = 1; depth <= 9; depth++) deep = new Error(String(depth), { cause: deep })
  const { error } = logged(deep)
  expect(error.cause.cause.cause.cause).toMatchObject({ message: '5' })
  expect(error.cause.cause.cause.cause).not.toHaveProperty('cause')
})

test('the log drops a cause that is not an error, and a code that is not a code', () => {
  const error = Object.assign(new Error('It failed', { cause: { passwordHash: HASH } }), { code: NUMBER })
  expect(Object.keys(logged(error).error).sort()).toEqual(['message', 'name', 'stack'])
})
