import { campaign, campaignCounters, campaignReport } from '@recado/shared/campaigns/contract/campaign'
import { shipping } from '@recado/shared/campaigns/contract/shipping'
import { connection } from '@recado/shared/connections/connection'
import { contactList } from '@recado/shared/contact-lists/contact-list'
import { contactListItem } from '@recado/shared/contact-lists/contact-list-item'
import { contactImport } from '@recado/shared/imports/import'
import { notice } from '@recado/shared/notices/notice'
import { user } from '@recado/shared/users/user'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { ApiClient } from '../support/api-client.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { type Frame, isAbout, LiveSocket } from '../support/live-socket.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()

describe('the events of two companies', () => {
  const PHONES = { one: '5511900000101', other: '5511900000102' }
  /** By company, with a colleague who only listens. */
  let one: Company
  let other: Company

  interface Company {
    id: string
    ears: LiveSocket[]
    /** Ids of everything that it made. */
    made: string[]
  }

  beforeAll(async () => {
    const ids = [await principals.company(), await principals.company()]
    const [first, second] = [await opened(ids[0] ?? ''), await opened(ids[1] ?? '')]
    // Side by side: an event that reached the wrong company would find an open socket.
    const [made, madeByOther] = await Promise.all([
      everythingDone(first.client, PHONES.one),
      everythingDone(second.client, PHONES.other),
    ])
    one = { id: ids[0] ?? '', ears: first.ears, made }
    other = { id: ids[1] ?? '', ears: second.ears, made: madeByOther }
    await eventually('the last event has come', async () =>
      [one, other].every(({ ears, made: [last] }) =>
        ears.every(({ frames }) => frames.some(({ id }) => id === last)),
      ),
    )
  }, atMost(120_000))

  async function opened(id: string) {
    const client = await principals.signedIn(id)
    const colleague = await principals.signedIn(id, { profile: 'user' })
    const ears = [
      await LiveSocket.open(client),
      await LiveSocket.open(client),
      await LiveSocket.open(colleague),
    ]
    ears[0]?.say('{"action":"userStatus"}')
    return { client, ears }
  }

  /** Makes every event there is happen. @returns the ids of what was made; the last deleted is the first */
  async function everythingDone(client: ApiClient, phone: string): Promise<string[]> {
    const linked = await client.linkedConnection(phone, 'Com telefone')
    const second = await client.call('createConnection', { name: 'Sem telefone' })
    await client.call('updateConnection', { whatsappId: second.id, name: 'Mudada' })
    await client.call('disconnectSession', { whatsappId: second.id })
    await client.call('deleteConnection', { whatsappId: second.id })

    const person = { name: 'Colega', email: `${phone}@exemplo.test` }
    const colleague = await client.call('createUser', person)
    await client.call('updateUser', { userId: colleague.id, ...person, name: 'Colega mudada' })
    await client.call('deleteUser', { userId: colleague.id })

    const list = await client.newList('Clientes')
    await client.call('updateContactList', { contactListId: list.id, name: 'Clientes mudados' })
    const item = await client.call('createContactListItem', {
      contactListId: list.id,
      name: 'Maria',
      number: '5511955500001',
    })
    await client.call('updateContactListItem', {
      contactListItemId: item.id,
      name: 'Mariana',
      number: item.number,
    })
    const gone = await client.call('createContactListItem', {
      contactListId: list.id,
      name: 'João',
      number: '5511955500002',
    })
    await client.call('deleteContactListItem', { contactListItemId: gone.id })
    const { id: emptied } = await client.newList('Apagada')
    await client.call('deleteContactList', { contactListId: emptied })
    const csv = (text: string) => new TextEncoder().encode(text)
    await client.imported(list.id, csv('nome,numero\nAna,5511955500003\n'), 'a.csv')
    await client.imported(list.id, csv(''), 'vazia.csv')

    await client.settings({ messageInterval: '0', minimumMessageInterval: '1', longerIntervalAfter: '0' })
    const sent = await client.newCampaign({ whatsappId: linked.id, contactListId: list.id })
    await client.call('updateCampaign', { campaignId: sent.id, name: 'Promoção mudada' })
    await client.call('startCampaign', { campaignId: sent.id })
    await client.finished(sent.id)
    const last = await client.newCampaign({ whatsappId: linked.id, contactListId: list.id })
    await client.call('deleteCampaign', { campaignId: last.id })
    return [last.id, linked.id, second.id, list.id, item.id, gone.id, sent.id, emptied, colleague.id]
  }

  const kindsOf = ({ id, ears }: Company, ear = 0) =>
    new Set(
      (ears[ear]?.frames ?? []).map(
        ({ channel, action }) =>
          `${channel.replace(`company-${id}-`, '').replace(/-[0-9A-Z]{26}$/, '-{listId}')} ${action}`,
      ),
    )

  test('every kind of event reaches every socket of its company', () => {
    const all = [
      ...['create', 'update', 'delete'].flatMap((action) =>
        ['whatsapp', 'contact-list', 'ContactListItem-{listId}', 'campaign', 'user'].map(
          (topic) => `${topic} ${action}`,
        ),
      ),
      ...['importing', 'imported', 'error'].map((action) => `ContactListItem-{listId} ${action}`),
      ...['create', 'update', 'delete', 'importing', 'imported'].map((action) => `ContactListItem ${action}`),
      'whatsappSession update',
      'user presence',
      'campaign updateCounters',
      'campaign updateShipping',
    ]
    for (const heard of [one, other])
      for (const ear of [0, 1, 2]) expect([...kindsOf(heard, ear)]).toEqual(expect.arrayContaining(all))
  })

  test('no event reaches another company', () => {
    for (const [us, them, theirPhone] of [
      [one, other, PHONES.other],
      [other, one, PHONES.one],
    ] as const) {
      for (const { frames } of us.ears) {
        expect(frames.length).toBeGreaterThan(20)
        for (const frame of frames) {
          expect(frame.channel).toMatch(new RegExp(`^company-${us.id}-`))
          const text = JSON.stringify(frame)
          for (const foreign of [them.id, theirPhone, ...them.made]) expect(text).not.toContain(foreign)
        }
      }
    }
  })

  test('events have exactly the specified fields', () => {
    const id = z.string()
    const record = (what: z.ZodObject) => z.strictObject({ record: what.strict() })
    const counts = z.strictObject({
      ...contactImport.pick({
        importId: true,
        total: true,
        read: true,
        imported: true,
        duplicated: true,
        refused: true,
      }).shape,
    })
    const brief = campaignReport.pick({
      id: true,
      status: true,
      startedAt: true,
      completedAt: true,
      pausedAt: true,
      pauseReason: true,
      waitingFor: true,
      waitingUntil: true,
      fault: true,
      expectedEndAt: true,
      variants: true,
    })
    const SHAPES: [channel: RegExp, action: RegExp, z.ZodType][] = [
      [/^whatsapp$/, /^(create|update)$/, record(connection)],
      [/^whatsappSession$/, /^update$/, record(connection)],
      [/^contact-list$/, /^(create|update)$/, record(contactList)],
      [/^ContactListItem(-|$)/, /^(create|update)$/, record(contactListItem)],
      [/^ContactListItem(-|$)/, /^importing$/, counts],
      [/^ContactListItem(-|$)/, /^(imported|error)$/, contactImport.strict()],
      [/^campaign$/, /^(create|update)$/, record(campaign)],
      [
        /^campaign$/,
        /^updateCounters$/,
        z.strictObject({ record: brief.strict(), counters: campaignCounters.strict() }),
      ],
      [/^campaign$/, /^updateShipping$/, z.strictObject({ campaignShipping: shipping.strict() })],
      [/^(whatsapp|contact-list|campaign|user)$|^ContactListItem(-|$)/, /^delete$/, z.strictObject({ id })],
      [/^contact-list$|^ContactListItem(-|$)/, /^reload$/, z.strictObject({})],
      [/^user$/, /^(create|update)$/, record(user)],
      [/^notice$/, /^create$/, notice.pick({ id: true, kind: true, at: true, about: true }).strict()],
      [/^user$/, /^presence$/, user.pick({ id: true, online: true, lastSeenAt: true }).strict()],
    ]
    const wrong = one.ears[0]?.frames.flatMap(({ channel, action, ...body }: Frame) => {
      const topic = channel.replace(`company-${one.id}-`, '')
      const shape = SHAPES.find(([at, does]) => at.test(topic) && does.test(action))?.[2]
      const result = shape?.safeParse(body)
      return result?.success
        ? []
        : [`${topic} ${action}: ${JSON.stringify(result?.error?.issues ?? 'unknown')}`]
    })
    expect([...new Set(wrong)]).toEqual([])
  })

  test.for([
    ['whatsapp', 'Sem telefone', 'Mudada', 'updatedAt'],
    ['contact-list', 'Clientes', 'Clientes mudados', 'updateAt'],
    ['campaign', 'Promoção', 'Promoção mudada', 'updatedAt'],
  ] as const)('an update event has a newer timestamp: %s', ([topic, before, after, field]) => {
    const timeOf = (named: string) => {
      const records =
        one.ears[0]?.frames.filter(({ channel }) => channel === `company-${one.id}-${topic}`) ?? []
      const [first] = records.map(({ record }) => Object(record)).filter(({ name }) => name === named)
      return Date.parse(first?.[field])
    }
    expect(timeOf(after)).toBeGreaterThan(timeOf(before))
  })

  test('events of contacts are on two channels: their list’s, and the one of all lists', () => {
    const channels = new Set(
      one.ears[0]?.frames.map(({ channel }) => channel).filter((name) => name.includes('Item')),
    )
    const ofAll = `company-${one.id}-ContactListItem`
    expect([...channels]).toEqual([`${ofAll}-${one.made[3]}`, ofAll])
  })

  test('events tell of a campaign’s end', async () => {
    const isEnd = ({ action, record, counters }: LiveSocket['frames'][number]) =>
      action === 'updateCounters' && Object(record).status === 'FINALIZADA' && Object(counters).open === 0
    const end = await eventually('the end is told', async () => one.ears[0]?.frames.find(isEnd))
    expect(end.counters).toMatchObject({ sent: 2, open: 0, failed: 0 })
  })
})

describe('records that only admins read', () => {
  let companyId: string
  let admin: ApiClient
  let colleague: { id: string; ear: LiveSocket }
  let ofAdmin: LiveSocket

  beforeAll(async () => {
    companyId = await principals.company()
    admin = await principals.signedIn(companyId)
    const person = await principals.person(companyId, { profile: 'user' })
    colleague = { id: person.id, ear: await LiveSocket.open(await principals.signIn(person)) }
    ofAdmin = await LiveSocket.open(admin)
  })

  test('events tell an ordinary user only the name and the queues of another user', async () => {
    const other = { name: 'Outra', email: `${companyId.toLowerCase()}@exemplo.test` }
    const { id } = await admin.call('createUser', other)
    const changed = await admin.call('updateUser', { userId: id, ...other, name: 'Outra mudada' })
    for (const [action, name] of [
      ['create', 'Outra'],
      ['update', 'Outra mudada'],
    ] as const) {
      const told = await colleague.ear.frame(`a user’s ${action}`, isAbout(id, action))
      expect(told.record).toEqual({ id, name, queueIds: [] })
    }
    expect((await ofAdmin.frame('the change', isAbout(id, 'update'))).record).toEqual(changed)
  })

  test('events tell an ordinary user the whole of their own record', async () => {
    const queue = await admin.call('createTicketQueue', { name: 'Vendas', color: '#2244aa' })
    const { id: userId } = colleague
    const { name, email } = await admin.call('getUser', { userId })
    const changed = await admin.call('updateUser', { userId, name, email, queueIds: [queue.id] })
    const told = await colleague.ear.frame('the own change', isAbout(userId, 'update'))
    expect(told.record).toEqual(changed)
    expect(changed.queueIds).toEqual([queue.id])
  })

  test('events tell an ordinary user nothing about the person of an erasure', {
    timeout: atMost(120_000),
  }, async () => {
    const { id } = await admin.call('eraseDataSubject', { lid: '777000111888' })
    await ofAdmin.frame('the erasure', isAbout(id, 'update'))
    const isOfErasures = ({ channel }: Frame) => channel === `company-${companyId}-data-subject`
    const { channel, ...told } = await colleague.ear.frame('an erasure', isOfErasures)
    expect(told).toEqual({ action: 'update' })
  })
})
