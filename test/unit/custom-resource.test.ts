import { makes } from '@recado/shared/deployment/custom-resource'
import { beforeEach, expect, test, vi } from 'vitest'

const bucket = vi.fn()
beforeEach(() => {
  bucket.mockReset().mockResolvedValue(new Response())
  vi.stubGlobal('fetch', bucket)
})

const request = {
  RequestType: 'Create',
  ResponseURL: 'https://bucket.test/answer',
  StackId: 'stack',
  RequestId: 'request',
  LogicalResourceId: 'Key',
  ResourceProperties: {},
} as const
const answered = () => bucket.mock.calls.map(([, { body }]) => JSON.parse(body))

test('CloudFormation learns that a resource was made, or why it was not', async () => {
  await makes(async () => undefined)(request)
  await makes(async () => Promise.reject(new RangeError('5511988887777')))(request)
  expect(answered()).toMatchObject([
    { Status: 'SUCCESS', PhysicalResourceId: 'Key' },
    { Status: 'FAILED', Reason: 'RangeError' },
  ])
})

test('an answer that does not arrive fails the run, so that Lambda repeats it', async () => {
  bucket.mockResolvedValue(new Response(null, { status: 503 }))
  await expect(makes(async () => undefined)(request)).rejects.toThrow('503')
  // A resource that was made is not called failed.
  expect(answered()).toMatchObject([{ Status: 'SUCCESS' }])
})
