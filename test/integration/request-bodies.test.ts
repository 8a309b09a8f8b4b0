import { Agent, request } from 'node:http'
import { allRoutes } from '@recado/shared/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, refused } from '../support/api-client.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'

let system: RunningSystem
let admin: ApiClient

beforeAll(async () => {
  system = await startSystem()
  admin = await ApiClient.signIn(system.origin)
})
afterAll(() => system.stop())

describe('a call without a body', () => {
  const acceptingNone = allRoutes().filter(({ route }) => !route.file && route.body?.safeParse({}).success)

  test.for(acceptingNone.map(({ route }) => [`${route.method} ${route.path}`, route] as const))(
    '%s is read as one with an empty body',
    async ([, { method, path }]) => {
      const { status } = await admin.send(method, path.replaceAll(/\{\w+\}/g, 'nothing-has-this-id'))
      expect(status).not.toBe(415)
      expect(status).not.toBe(400)
    },
  )

  test('POST /whatsapp/test needs neither body nor content type', async () => {
    expect(await admin.send('POST', '/whatsapp/test')).toMatchObject(refused(404, 'ERR_NO_DEF_WAPP_FOUND'))
  })

  test('names the fields that are missing where some are required', async () => {
    expect(await admin.send('POST', '/whatsapp')).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: [{ path: 'name' }] },
    })
  })
})

describe('a body that is too large', () => {
  /** Sends a call over a connection that is kept open. */
  const sendOver = (agent: Agent, bytes: number) =>
    new Promise<{ status: number | undefined; reused: boolean }>((resolve, reject) => {
      const sent = request(
        {
          agent,
          host: '127.0.0.1',
          port: system.layout.port,
          method: 'POST',
          path: '/api/auth/login',
          headers: { 'content-type': 'application/json', 'content-length': bytes },
        },
        (answer) => {
          answer.resume()
          answer.on('end', () => resolve({ status: answer.statusCode, reused: sent.reusedSocket }))
        },
      )
      sent.on('error', reject)
      sent.end(Buffer.alloc(bytes, 'x'))
    })

  test('is refused, and the next call on the same connection is answered', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    expect(await sendOver(agent, 11 * 1024 * 1024)).toEqual({ status: 413, reused: false })
    expect(await sendOver(agent, 10)).toEqual({ status: 400, reused: true })
    agent.destroy()
  })
})
