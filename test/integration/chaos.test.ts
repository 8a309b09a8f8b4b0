import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, type PhoneMessage } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'

const SHOP = '5511900000002'
const RECIPIENTS = 20
const KILLS = 6

describe('kill -9 in the middle of a campaign', () => {
  let system: RunningSystem
  let admin: ApiClient

  beforeAll(async () => {
    system = await startSystem()
    admin = await ApiClient.signIn(system.origin)
  })
  afterAll(() => system.stop())

  /** The phones are the judges: their record says what arrived, whatever the report claims. */
  test('of the socket service and the workers, six times: nobody gets two, nobody is lost', {
    timeout: 600_000,
  }, async () => {
    const connection = await admin.linkedConnection(SHOP)
    const list = await admin.newList()
    const numbers = Array.from({ length: RECIPIENTS }, (_, index) => `55119777${String(10_001 + index)}`)
    await admin.addContacts(list.id, numbers)
    await admin.settings({ messageInterval: '5', minimumMessageInterval: '1', longerIntervalAfter: '0' })
    const { id } = await admin.newCampaign({ whatsappId: connection.id, contactListId: list.id })
    await admin.done('POST', `/campaigns/${id}/start`)

    for (let kill = 0; kill < KILLS; kill++) {
      const before = await arrived(numbers)
      // Somewhere in the middle of sending: once another message has arrived, or nothing has for a while.
      await eventually('another message', async () => (await arrived(numbers)) > before, 8000).catch(
        () => undefined,
      )
      await system.kill(kill % 2 === 0 ? 'session' : 'workers')
    }
    const report = await admin.finished(id, 400_000)

    const inboxes = await Promise.all(numbers.map((number) => admin.messagesOf(number)))
    expect(inboxes.filter((messages) => messages.length > 1)).toEqual([])
    const got = new Set(numbers.filter((_, index) => inboxes[index]?.length === 1))
    for (const { number, status, reason } of report.shipping) {
      // Who got it is SENDED, or at least not known to have failed; who is SENDED got it.
      if (status === 'SENDED') expect(got, `${number} is SENDED`).toContain(number)
      else expect({ number, status, reason }).toEqual({ number, status: 'FAILED', reason: 'UNKNOWN_OUTCOME' })
    }
    const { sent, failed, open } = report.counters
    expect({ open, all: sent + failed }).toEqual({ open: 0, all: RECIPIENTS })
    expect(shortestGap(inboxes.flat())).toBeGreaterThanOrEqual(950)
    console.log(`sent ${sent}, unknown ${failed}, arrived ${got.size}`)
  })

  async function arrived(numbers: string[]): Promise<number> {
    const inboxes = await Promise.all(numbers.map((number) => admin.messagesOf(number)))
    return inboxes.filter((messages) => messages.length > 0).length
  }
})

/** Milliseconds, by the phones' clock. */
function shortestGap(messages: PhoneMessage[]): number {
  const times = messages.map(({ at }) => Date.parse(at)).sort((a, b) => a - b)
  return Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))
}
