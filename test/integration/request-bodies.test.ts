import { Agent, request } from 'node:http'
import { allRoutes } from '@recado/shared/api/routes'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, refused } from '../support/api-client.ts'
import { sharedSystem } from '../support/test-system.ts'

const { system, principals } = sharedSystem()
let admin: ApiClient

beforeAll(async () => {
  admin = await principals.signedIn(await principals.company())
})

describe('a call without a body', () => {
  const acceptingNone = allRoutes().filter(({ route }) => !route.file && route.body?.safeParse({}).success)

  test.for(acceptingNone.map(({ route }) => [`${route.method} ${route.path}`, route] as const))(
    '%s without a body is read as an empty body',
    async ([, { method, path }]) => {
      const { status } = await admin.send(method, path.replaceAll(/\{\w+\}/g, 'nothing-has-this-id'))
      expect(status).not.toBe(415)
      expect(status).not.toBe(400)
    },
  )

  test('POST /whatsapp/test needs neither body nor content type', async () => {
    expect(await admin.send('POST', '/whatsapp/test')).toMatchObject(refused(404, 'ERR_NO_DEF_WAPP_FOUND'))
  })

  test('a call without a body names the missing fields', async () => {
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

  test('a body that is too large is refused, and the next call on the connection is answered', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    expect(await sendOver(agent, 11 * 1024 * 1024)).toEqual({ status: 413, reused: false })
    expect(await sendOver(agent, 10)).toEqual({ status: 400, reused: true })
    agent.destroy()
  })
})
