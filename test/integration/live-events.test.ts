import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { handshake, LiveSocket, ticketOf } from '../support/live-socket.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'

let system: RunningSystem
let ours: ApiClient
let others: ApiClient

beforeAll(async () => {
  system = await startSystem()
  const principals = new Principals(system)
  ours = await principals.signedIn(await principals.company())
  others = await principals.signedIn(await principals.company())
})
afterAll(() => system.stop())

describe('a socket ticket', () => {
  test('opens one socket and no second', async () => {
    const ticket = await ticketOf(ours)
    expect(await handshake(system.origin, { ticket })).toBe(101)
    expect(await handshake(system.origin, { ticket })).toBe(401)
  })

  test('of two that come with it at once, lets one in', async () => {
    const ticket = await ticketOf(ours)
    const answers = await Promise.all([1, 2, 3].map(() => handshake(system.origin, { ticket })))
    expect(answers.toSorted()).toEqual([101, 401, 401])
  })

  test('that nobody gave out, or none at all, opens nothing', async () => {
    expect(await handshake(system.origin, { ticket: 'x'.repeat(32) })).toBe(401)
    expect(await handshake(system.origin, { ticket: '' })).toBe(401)
  })

  test('is good in the app’s own pages alone', async () => {
    const ticket = await ticketOf(ours)
    expect(await handshake(system.origin, { ticket, origin: 'https://example.com' })).toBe(403)
    expect(await handshake(system.origin, { ticket, origin: null })).toBe(403)
    expect(await handshake(system.origin, { ticket })).toBe(101)
  })
})

describe('live events', () => {
  test('tell a company what it does, by the channels of the specification, and no other company anything', async () => {
    const [watching, eavesdropping] = [await LiveSocket.open(ours), await LiveSocket.open(others)]
    const list = await ours.newList('Ao vivo')
    const file = new Uint8Array(await readFile('test/spreadsheets/simples--lo.xlsx'))
    const { importId } = await ours.imported(list.id, file)
    await ours.addContacts(list.id, ['5511933330001'])
    const connection = await ours.linkedConnection('5511900000006')
    await ours.settings({ messageInterval: '0', longerIntervalAfter: '0' })
    const campaign = await ours.newCampaign({ whatsappId: connection.id, contactListId: list.id })
    await ours.done('POST', `/campaigns/${campaign.id}/start`)
    await ours.finished(campaign.id)

    const channel = `company-${campaign.companyId}`
    const items = `${channel}-ContactListItem-${list.id}`
    const expected = [
      { channel: `${channel}-contact-list`, action: 'create', record: { id: list.id } },
      { channel: items, action: 'importing', importId },
      { channel: items, action: 'imported', importId, imported: 5, duplicated: 0, refused: 0 },
      { channel: items, action: 'create', record: { number: '5511933330001' } },
      { channel: `${channel}-whatsapp`, action: 'create', record: { id: connection.id } },
      {
        channel: `${channel}-whatsappSession`,
        action: 'update',
        record: { status: 'CONNECTED', qrcode: '' },
      },
      { channel: `${channel}-campaign`, action: 'create', record: { id: campaign.id } },
      { channel: `${channel}-campaign`, action: 'updateShipping', campaignShipping: { status: 'SENDED' } },
      {
        channel: `${channel}-campaign`,
        action: 'updateCounters',
        record: { id: campaign.id, status: 'FINALIZADA' },
        counters: { sent: 6, open: 0 },
      },
    ]
    for (const frame of expected) {
      await watching.frame(`${frame.channel} ${frame.action}`, (seen) => isLike(seen, frame))
    }
    expect(watching.frames.filter((frame) => !frame.channel.startsWith(`${channel}-`))).toEqual([])

    // What the other company does itself comes last: nothing of ours came before.
    const { id } = await others.newList('Deles')
    await eavesdropping.frame('its own list', ({ action }) => action === 'create')
    expect(eavesdropping.frames).toHaveLength(1)
    expect(eavesdropping.frames[0]).toMatchObject({ action: 'create', record: { id } })
  })

  test('end for a browser whose session was ended', async () => {
    const principals = new Principals(system)
    const company = await principals.company()
    const person = await principals.person(company)
    const first = await LiveSocket.open(await principals.signIn(person))
    await principals.signIn(person)
    await first.frame('replaced', ({ action }) => action === 'replaced')
    await eventually('the socket is cut off', async () => first.isClosed)
  })
})

/** Whether everything of `part` is in `whole`. */
function isLike(whole: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return whole === part
  if (typeof whole !== 'object' || whole === null) return false
  return Object.entries(part).every(([name, value]) => isLike(Reflect.get(whole, name), value))
}
