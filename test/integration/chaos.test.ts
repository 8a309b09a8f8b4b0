import type { Campaign } from '@recado/shared/campaigns/campaign'
import { rememberAddress } from '@recado/shared/contacts/addresses'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiClient, type PhoneMessage } from '../support/api-client.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'

const SHOP = '5511900000002'
/**
 * `CHAOS_RECIPIENTS=500 CHAOS_RUNS=20 CHAOS_INTERVAL=0 npm test -- test/integration/chaos.test.ts` is the long form.
 * Seconds between two messages at most; 0 for none.
 */
const RECIPIENTS = Number(process.env.CHAOS_RECIPIENTS ?? 20)
const RUNS = Number(process.env.CHAOS_RUNS ?? 1)
const KILLS = Number(process.env.CHAOS_KILLS ?? 6)
const INTERVAL = process.env.CHAOS_INTERVAL ?? '5'
const KILLED = ['session', 'workers', 'session', 'gateway'] as const

describe('kill -9 in the middle of a campaign', () => {
  let system: RunningSystem
  let admin: ApiClient
  let whatsappId: string
  let companyId: string

  beforeAll(async () => {
    system = await startSystem()
    admin = await ApiClient.signIn(system.origin)
    const connection = await admin.linkedConnection(SHOP)
    whatsappId = connection.id
    companyId = (await admin.done<{ companyId: string }>('GET', '/auth/me')).companyId
    await admin.settings({ messageInterval: INTERVAL, minimumMessageInterval: '1', longerIntervalAfter: '0' })
  })
  afterAll(() => system.stop())

  /** The phones are the judges: their record says what arrived, whatever the report claims. */
  test.each(Array.from({ length: RUNS }, (_, run) => run + 1))(
    'of the socket service, the workers and the gateway: nobody gets two, nobody is lost (%i)',
    { timeout: atMost(900_000) },
    async (run) => {
      // Many runs take longer than a token counts.
      admin = await ApiClient.signIn(system.origin)
      const numbers = Array.from(
        { length: RECIPIENTS },
        (_, index) => `55119${String(77_000_001 + run * 1_000 + index)}`,
      )
      const { id } = await aCampaignTo(numbers)
      await admin.done('POST', `/campaigns/${id}/start`)
      for (let kill = 0; kill < KILLS; kill++) {
        await moreHaveArrived(id, 1 + Math.floor((Math.random() * RECIPIENTS) / KILLS / 2))
        await system.kill(KILLED[kill % KILLED.length] ?? 'session')
      }
      await sentOf(id)
      const report = await admin.finished(id, 800_000)

      const inboxes = await Promise.all(numbers.map((number) => admin.messagesOf(number)))
      expect(inboxes.filter((messages) => messages.length > 1)).toEqual([])
      const got = new Set(numbers.filter((_, index) => inboxes[index]?.length === 1))
      for (const { number, status, reason } of report.shipping) {
        // Who got it is SENDED, or at least not known to have failed; who is SENDED got it.
        if (status === 'SENDED') expect(got, `${number} is SENDED`).toContain(number)
        else
          expect({ number, status, reason }).toEqual({ number, status: 'FAILED', reason: 'UNKNOWN_OUTCOME' })
      }
      const { sent, failed, open } = report.counters
      expect({ open, all: sent + failed }).toEqual({ open: 0, all: RECIPIENTS })
      if (INTERVAL !== '0') expect(shortestGap(inboxes.flat())).toBeGreaterThanOrEqual(950)
      console.log(`run ${run}: sent ${sent}, unknown ${failed}, arrived ${got.size}`)
    },
  )

  /** WhatsApp was asked about the numbers before: that is metered, and not what is tried here. */
  async function aCampaignTo(numbers: string[]): Promise<Campaign> {
    const list = await admin.newList()
    const sheet = `nome,numero\n${numbers.map((number) => `Contato ${number},${number}`).join('\n')}`
    await admin.imported(list.id, new TextEncoder().encode(sheet), 'contatos.csv')
    const table = new Principals(system).tenant(companyId)
    for (const number of numbers) {
      const address = { exists: true, jid: `${number}@s.whatsapp.net` }
      await rememberAddress(table, number, address, Date.now())
    }
    return admin.newCampaign({ whatsappId, contactListId: list.id })
  }

  /** Somewhere in the middle of sending: once so many more are sent, or none is for a while. */
  async function moreHaveArrived(id: string, more: number): Promise<void> {
    const before = await sentOf(id)
    const reached = async () => (await sentOf(id)) >= before + more
    await eventually('more messages', reached, 8000).catch(() => undefined)
  }

  /** Asked until the gateway that was killed answers again. */
  const sentOf = async (id: string): Promise<number> => {
    const answer = () => admin.report(id).catch(() => undefined)
    return (await eventually('the API answers', answer)).counters.sent
  }
})

/** Milliseconds, by the phones' clock. */
function shortestGap(messages: PhoneMessage[]): number {
  const times = messages.map(({ at }) => Date.parse(at)).sort((a, b) => a - b)
  return Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))
}
