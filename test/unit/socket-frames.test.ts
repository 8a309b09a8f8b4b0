import { beforeAll, expect, test, vi } from 'vitest'

type Message = typeof import('@recado/functions/realtime/socket-handlers').message

let message: Message
beforeAll(async () => {
  // What the functions read when they are loaded; nothing of it is reached here.
  vi.stubEnv('TABLE_NAME', 'Recado')
  vi.stubEnv('QUEUE_URL_PREFIX', 'http://127.0.0.1:9/000000000000/')
  vi.stubEnv('BUCKET_NAME', 'recado')
  vi.stubEnv('APP_ORIGIN', 'http://localhost')
  vi.stubEnv('KEYS_FOLDER', '/nonexistent')
  vi.stubEnv('AWS_REGION', 'sa-east-1')
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT')
  ;({ message } = await import('@recado/functions/realtime/socket-handlers'))
})

test.each([
  ['a half surrogate pair', '{"action":"other","text":"\\ud83d"}'],
  ['a NUL', '{"action":"other","text":["\\u0000"]}'],
  ['a half surrogate pair as a name', '{"action":"other","\\ude00":1}'],
])('a frame of a live socket with %s is refused', async (_, body) => {
  const event = { requestContext: { connectionId: 'S1' }, body } as Parameters<Message>[0]
  expect(await message(event)).toEqual({ statusCode: 400 })
})

test.each(['', '{', '[]', '{"action":"other","text":"😀"}'])(
  'a frame that says %j changes nothing',
  async (body) => {
    const event = { requestContext: { connectionId: 'S1' }, body } as Parameters<Message>[0]
    expect(await message(event)).toEqual({ statusCode: 200 })
  },
)
