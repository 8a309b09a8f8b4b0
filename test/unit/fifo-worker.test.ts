import { inboundEvent } from '@recado/shared/conversations/inbound'
import { beforeAll, describe, expect, test, vi } from 'vitest'

type Work = typeof import('@recado/functions/http/worker').work
type Batch = Parameters<ReturnType<Work>>[0]

let work: Work
beforeAll(async () => {
  // What the functions read when they are loaded; nothing of it is reached here.
  vi.stubEnv('TABLE_NAME', 'Recado')
  vi.stubEnv('QUEUE_URL_PREFIX', 'http://127.0.0.1:9/000000000000/')
  vi.stubEnv('BUCKET_NAME', 'recado')
  vi.stubEnv('APP_ORIGIN', 'http://localhost')
  vi.stubEnv('KEYS_FOLDER', '/nonexistent')
  vi.stubEnv('AWS_REGION', 'sa-east-1')
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT')
  ;({ work } = await import('@recado/functions/http/worker'))
})

const chats = (of: string) => ({ kind: 'history', companyId: 'A', connectionId: of, chats: [] })

/** A batch: each message's id, its group, and which conversation it names. */
const batch = (...records: [id: string, group: string | undefined, body?: string][]): Batch => ({
  Records: records.map(
    ([messageId, group, body = JSON.stringify(chats(messageId))]) =>
      ({
        messageId,
        body,
        attributes: { ...(group && { MessageGroupId: group }) },
      }) as Partial<Batch['Records'][number]> as Batch['Records'][number],
  ),
})

/** Works a batch off. @returns what was handled, and what is given back to the queue */
async function worked(event: Batch, failing: string[]) {
  const handled: string[] = []
  const answer = await work('inbound', inboundEvent, async ({ connectionId }) => {
    handled.push(connectionId)
    if (failing.includes(connectionId)) throw new Error('Throttled')
  })(event)
  return { handled, back: answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) }
}

describe('a batch in order', () => {
  test('that goes well is done in its order', async () => {
    const event = batch(['1', 'ana'], ['2', 'beto'], ['3', 'ana'])
    expect(await worked(event, [])).toEqual({ handled: ['1', '2', '3'], back: [] })
  })

  test('stops in the group of a failed message alone', async () => {
    const event = batch(['1', 'ana'], ['2', 'beto'], ['3', 'ana'], ['4', 'beto'], ['5', 'ana'], ['6', 'caio'])
    expect(await worked(event, ['3'])).toEqual({ handled: ['1', '2', '3', '4', '6'], back: ['3', '5'] })
  })

  test('gives back what stands behind a message that says nothing sensible', async () => {
    for (const body of ['{', '{}', 'null', '{"kind":"message"}']) {
      const event = batch(['1', 'ana', body], ['2', 'ana'], ['3', 'beto'])
      expect(await worked(event, [])).toEqual({ handled: ['3'], back: ['1', '2'] })
    }
  })

  test('may stop in every group', async () => {
    const event = batch(['1', 'ana'], ['2', 'beto'], ['3', 'ana'], ['4', 'beto'])
    expect(await worked(event, ['1', '2'])).toEqual({ handled: ['1', '2'], back: ['1', '2', '3', '4'] })
  })

  test('begins anew: a group that stopped in one batch goes on in the next', async () => {
    await worked(batch(['1', 'ana']), ['1'])
    expect(await worked(batch(['1', 'ana'], ['2', 'ana']), [])).toEqual({ handled: ['1', '2'], back: [] })
  })
})

test('where there are no groups, a failed message holds up nobody', async () => {
  const event = batch(['1', undefined], ['2', undefined], ['3', undefined])
  expect(await worked(event, ['1'])).toEqual({ handled: ['1', '2', '3'], back: ['1'] })
})
