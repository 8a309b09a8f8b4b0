import { setTimeout as pause } from 'node:timers/promises'
import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { rememberAddress } from '@recado/shared/phone-numbers/addresses'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ApiClient, type PhoneMessage } from '../support/api-client.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { ownSystem } from '../support/test-system.ts'

const SHOP = '5511900000002'
/**
 * `CHAOS_KILLS=20 npm test -- test/integration/chaos.test.ts` is the long form: 300 recipients, and the socket service
 * is killed every 20 to 40 seconds.
 */
const KILLS = Number(process.env.CHAOS_KILLS ?? 3)
const IS_LONG = KILLS > 3
const RECIPIENTS = Number(process.env.CHAOS_RECIPIENTS ?? (IS_LONG ? 300 : 20))
const RUNS = Number(process.env.CHAOS_RUNS ?? 1)
/** Seconds between two messages at most; 0 for none. */
const INTERVAL = process.env.CHAOS_INTERVAL ?? (IS_LONG ? '2' : '5')
const KILLED = IS_LONG ? (['session'] as const) : (['session', 'workers', 'gateway'] as const)
const LIVES_MS = { min: 20_000, max: 40_000 }

describe('kill -9 in the middle of a campaign', () => {
  beforeAll(() => void vi.stubEnv('UNRULY_QUEUES', '1'))
  const { system, principals } = ownSystem()
  let admin: ApiClient
  let whatsappId: string
  let companyId: string

  beforeAll(async () => {
    admin = await ApiClient.signIn(system.origin)
    const connection = await admin.linkedConnection(SHOP)
    whatsappId = connection.id
    companyId = (await admin.call('me')).companyId
    await admin.settings({ messageInterval: INTERVAL, minimumMessageInterval: '1', longerIntervalAfter: '0' })
  })

  /** The phones are the judges: their record says what arrived, whatever the report claims. */
  test.each(Array.from({ length: RUNS }, (_, run) => run + 1))(
    'a campaign survives kills of socket service, workers and gateway: no recipient gets two messages or is lost (%i)',
    { timeout: atMost(2_400_000) },
    async (run) => {
      // Many runs take longer than a token counts.
      admin = await ApiClient.signIn(system.origin)
      const numbers = Array.from(
        { length: RECIPIENTS },
        (_, index) => `55119${String(77_000_001 + run * 1_000 + index)}`,
      )
      const { id } = await aCampaignTo(numbers)
      await admin.call('startCampaign', { campaignId: id })
      const kills: number[] = []
      for (let kill = 0; kill < KILLS; kill++) {
        if (IS_LONG) await pause(LIVES_MS.min + Math.random() * (LIVES_MS.max - LIVES_MS.min))
        else await moreHaveArrived(id, 1 + Math.floor((Math.random() * RECIPIENTS) / KILLS / 2))
        const part = KILLED[kill % KILLED.length] ?? 'session'
        if (part === 'session') kills.push(Date.now())
        await system.kill(part)
      }
      await sentOf(id)
      admin = await ApiClient.signIn(system.origin)
      const report = await admin.finished(id, 1_200_000)

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
      expect(failed).toBeLessThanOrEqual(KILLS)
      console.log(`run ${run}: sent ${sent}, unknown ${failed}, arrived ${got.size}`)
      console.log(
        `after a kill of the socket service, seconds: ${standStills(kills, inboxes.flat()).join(' ')}`,
      )
    },
  )

  /** WhatsApp was asked about the numbers before: that is metered, and not what is tried here. */
  async function aCampaignTo(numbers: string[]): Promise<Campaign> {
    const list = await admin.newList()
    const sheet = `nome,numero\n${numbers.map((number) => `Contato ${number},${number}`).join('\n')}`
    await admin.imported(list.id, new TextEncoder().encode(sheet), 'contatos.csv')
    const table = principals.tenant(companyId)
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

/** From each kill until the next message arrived, in seconds, in their order of length; without one: the end came first. */
function standStills(kills: readonly number[], messages: PhoneMessage[]): string[] {
  const times = messages.map(({ at }) => Date.parse(at)).sort((a, b) => a - b)
  return kills
    .flatMap((kill) => times.find((at) => at > kill + UNDER_WAY_MS)?.valueOf() ?? [])
    .map((at, index) => at - (kills[index] ?? at))
    .sort((a, b) => a - b)
    .map((ms) => (ms / 1000).toFixed(1))
}

/** A message that had left when its task was killed arrives within this, in milliseconds. */
const UNDER_WAY_MS = 200

/** Milliseconds, by the phones' clock. */
function shortestGap(messages: PhoneMessage[]): number {
  const times = messages.map(({ at }) => Date.parse(at)).sort((a, b) => a - b)
  return Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))
}
