import { localDate } from '@recado/shared/calendar/local-date'
import type { StopTrace } from '@recado/shared/campaigns/contract/sending-stop'
import { DEFAULT_CAMPAIGN_SETTINGS, DEFAULT_SEND_WINDOWS } from '@recado/shared/campaigns/contract/settings'
import { countsKey, NO_COUNTS } from '@recado/shared/campaigns/ledger/counts'
import { putRecipients } from '@recado/shared/campaigns/ledger/ledger'
import { ledgerId } from '@recado/shared/campaigns/ledger/recipient'
import { getCampaign, putCampaign, type StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { throwCompanySwitch, throwPlatformSwitch } from '@recado/shared/campaigns/store/sending-stops'
import { changeHealth, getHealth } from '@recado/shared/connections/health-store'
import { changeConnection, putConnection } from '@recado/shared/connections/store'
import { conversationKey } from '@recado/shared/conversations/conversation'
import { getFirstSteps } from '@recado/shared/dashboard/first-steps-store'
import { newId } from '@recado/shared/ids'
import { chatOfNumber } from '@recado/shared/messages/chat'
import { partition } from '@recado/shared/table/table'
import type { TenantTable } from '@recado/shared/table/tenant'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, ApiClient } from '../support/api-client.ts'
import { aCampaign, aConnection } from '../support/builders.ts'
import { Conversations } from '../support/conversations.ts'
import { eventually } from '../support/eventually.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { ownSystem } from '../support/test-system.ts'

const EARLIER = '2026-01-02T12:00:00.000Z'
const LATER = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString()

const STATES = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'PAUSADA', 'CANCELADA', 'FINALIZADA'] as const
type State = (typeof STATES)[number]

/** What stands in the row of a campaign in this state. */
const ROWS: Record<State, Partial<StoredCampaign>> = {
  INATIVA: { status: 'INATIVA' },
  PROGRAMADA: { status: 'PROGRAMADA', scheduledAt: LATER, dueAt: LATER },
  EM_ANDAMENTO: { status: 'EM_ANDAMENTO', startedAt: EARLIER, preparedAt: EARLIER },
  PAUSADA: {
    status: 'EM_ANDAMENTO',
    startedAt: EARLIER,
    preparedAt: EARLIER,
    pausedAt: EARLIER,
    pauseReason: 'person',
  },
  CANCELADA: { status: 'CANCELADA', startedAt: EARLIER, preparedAt: EARLIER },
  FINALIZADA: { status: 'FINALIZADA', startedAt: EARLIER, preparedAt: EARLIER, completedAt: EARLIER },
}

const { principals } = ownSystem()
let table: TenantTable
let admin: ApiClient
let whatsappId: string
let contactListId: string

/** Whose owner wrote to the connection an hour ago. */
const TESTER = '5511955560002'

beforeAll(async () => {
  const companyId = await principals.company()
  table = principals.tenant(companyId)
  admin = await principals.signedIn(companyId)
  // Stored as connected, but without an open session: its messages wait.
  const connection = aConnection({ companyId, wanted: 'closed', status: 'CONNECTED', isDefault: false })
  await putConnection(table, connection)
  whatsappId = connection.id
  await wrote(whatsappId, TESTER, Date.now() - 3_600_000)
  contactListId = (await admin.newList()).id
  await admin.addContacts(contactListId, ['5511955560001'])
})

/** Nothing may be sent in these days. */
const NEVER = {
  ...DEFAULT_SEND_WINDOWS,
  enabled: true,
  holidays: [-1, 0, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)),
}

const stopTrace = (action: StopTrace['action']): StopTrace => ({
  action,
  reason: 'Mensagem errada',
  at: new Date().toISOString(),
  by: { id: 'operator', name: 'Operador' },
})

/** The owner of a number wrote to a connection. @param at milliseconds since 1970 */
const wrote = (connectionId: string, number: string, at: number) =>
  table.update(conversationKey(connectionId, chatOfNumber(number)), {
    set: { connectionId, chat: chatOfNumber(number), wroteAt: at },
  })

/** A campaign with one recipient, whom its message did not reach. */
async function campaignIn(state: State, more: Partial<StoredCampaign> = {}): Promise<string> {
  const id = newId()
  const { companyId } = table
  const ledger = ledgerId(id, 1)
  const ran = ROWS[state].preparedAt ? { ledger, recipients: 1, validContacts: 1, preparations: 1 } : {}
  const row = { id, companyId, whatsappId, contactListIds: [contactListId], ...ROWS[state], ...ran, ...more }
  await putCampaign(table, aCampaign(row))
  if (!ran.ledger) return id
  await putRecipients(table, [
    {
      campaignId: id,
      ledger,
      place: 0,
      name: 'Ana',
      number: '5511955560001',
      email: '',
      var1: '',
      var2: '',
      var3: '',
      searchText: 'ana 5511955560001',
      block: false,
      createdAt: EARLIER,
      status: 'FAILED',
      reason: 'REFUSED',
      failureCode: '479',
      level: 'none',
      step: 'message',
      attempt: 1,
      variant: 1,
      confirmationVariant: 1,
    },
  ])
  await table.put({ ...NO_COUNTS, failed: 1, campaignId: id, ...countsKey(id) })
  return id
}

/** What is asked, and how it is answered where it is allowed. */
const ACTIONS = {
  edit: [(id) => admin.attempt('updateCampaign', { campaignId: id, name: 'Outro nome' }), 200],
  editMessages: [
    (id) => admin.attempt('updateCampaign', { campaignId: id, message1: 'Oi', whatsappId }),
    200,
  ],
  start: [(id) => admin.attempt('startCampaign', { campaignId: id }), 200],
  pause: [(id) => admin.attempt('pauseCampaign', { campaignId: id }), 200],
  resume: [(id) => admin.attempt('resumeCampaign', { campaignId: id }), 200],
  cancel: [(id) => admin.attempt('cancelCampaign', { campaignId: id }), 200],
  restart: [(id) => admin.attempt('restartCampaign', { campaignId: id }), 200],
  resendAllFailed: [(id) => admin.attempt('resendAllFailed', { campaignId: id }), 200],
  delete: [(id) => admin.attempt('deleteCampaign', { campaignId: id }), 204],
  uploadMedia: [
    (id) => admin.attempt('uploadCampaignMedia', { campaignId: id, file: new File(['a;b'], 'tabela.csv') }),
    200,
  ],
  deleteMedia: [(id) => admin.attempt('deleteCampaignMedia', { campaignId: id }), 204],
  duplicate: [(id) => admin.attempt('duplicateCampaign', { campaignId: id }), 201],
  test: [(id) => admin.attempt('testCampaign', { campaignId: id, number: TESTER }), 202],
  precheck: [(id) => admin.attempt('precheckCampaign', { campaignId: id }), 200],
  report: [(id) => admin.attempt('getCampaign', { campaignId: id }), 200],
  shippings: [(id) => admin.attempt('listShippings', { campaignId: id, status: 'FAILED' }), 200],
  export: [(id) => admin.attempt('exportCampaign', { campaignId: id }), 200],
} satisfies Record<string, [(id: string) => Promise<Answer>, number]>
type Action = keyof typeof ACTIONS

/** In the order of the states: INATIVA, PROGRAMADA, EM_ANDAMENTO, PAUSADA, CANCELADA, FINALIZADA. */
const ALLOWED: Record<Action, string> = {
  edit: 'yes yes no no no no',
  editMessages: 'yes yes no no yes no',
  // One that runs already is left as it is.
  start: 'yes yes yes yes no no',
  pause: 'no no yes no no no',
  resume: 'no no no yes no no',
  cancel: 'no yes yes yes no no',
  restart: 'no no no no yes no',
  resendAllFailed: 'no no no no no yes',
  delete: 'yes yes no no yes yes',
  uploadMedia: 'yes yes no no yes no',
  deleteMedia: 'yes yes no no yes no',
  duplicate: 'yes yes yes yes yes yes',
  test: 'yes yes yes yes yes yes',
  precheck: 'yes yes yes yes yes yes',
  report: 'yes yes yes yes yes yes',
  shippings: 'yes yes yes yes yes yes',
  export: 'yes yes yes yes yes yes',
}
const REFUSALS: Partial<Record<Action, string>> = {
  edit: 'ERR_CAMPAIGN_NOT_EDITABLE',
  editMessages: 'ERR_CAMPAIGN_NOT_EDITABLE',
  uploadMedia: 'ERR_CAMPAIGN_NOT_EDITABLE',
  deleteMedia: 'ERR_CAMPAIGN_NOT_EDITABLE',
  delete: 'ERR_CAMPAIGN_RUNNING',
}

const isAction = (name: string): name is Action => name in ACTIONS
const cases = Object.keys(ACTIONS)
  .filter(isAction)
  .flatMap((action) =>
    STATES.map((state, at) => [action, state, ALLOWED[action].split(' ')[at] === 'yes'] as const),
  )

describe('actions by state of a campaign', () => {
  test.each(cases)('%s of a campaign that is %s is allowed: %s', async (action, state, isAllowed) => {
    const id = await campaignIn(state)
    const before = await getCampaign(table, id)
    const [ask, success] = ACTIONS[action]
    const { status, body } = await ask(id)
    if (isAllowed) return expect({ status, body }).toMatchObject({ status: success })
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { error: REFUSALS[action] ?? 'ERR_CAMPAIGN_STATE' },
    })
    expect(await getCampaign(table, id)).toEqual(before)
  })

  test.each(Object.keys(ACTIONS).filter(isAction))(
    '%s of an unknown campaign answers 404',
    async (action) => {
      const [ask] = ACTIONS[action]
      expect(await ask(newId())).toMatchObject({ status: 404, body: { error: 'ERR_NO_CAMPAIGN_FOUND' } })
    },
  )
})

describe('a campaign', () => {
  const stored = async (id: string) => {
    const found = await getCampaign(table, id)
    if (!found) throw new Error('The campaign is gone')
    return found
  }

  test('a paused campaign shows its reason and stays EM_ANDAMENTO, also after a resume', async () => {
    const id = await campaignIn('EM_ANDAMENTO')
    const paused = await admin.call('pauseCampaign', { campaignId: id })
    expect(paused).toMatchObject({ status: 'EM_ANDAMENTO', pauseReason: 'person', waitingFor: null })
    expect(Date.parse(paused.pausedAt ?? '')).toBeGreaterThan(Date.parse(EARLIER))
    const resumed = await admin.call('resumeCampaign', { campaignId: id })
    expect(resumed).toMatchObject({ status: 'EM_ANDAMENTO', pausedAt: null, pauseReason: null })
  })

  test('a restart schedules a campaign again that was cancelled before its time', async () => {
    const id = await campaignIn('PROGRAMADA')
    expect(await admin.call('cancelCampaign', { campaignId: id })).toMatchObject({ status: 'CANCELADA' })
    expect(await stored(id)).toMatchObject({ dueAt: null })
    expect(await admin.call('restartCampaign', { campaignId: id })).toMatchObject({ status: 'PROGRAMADA' })
    expect(await stored(id)).toMatchObject({ dueAt: LATER })
  })

  test('a restart needs its lists only before the recipients are known', async () => {
    const gone = { contactListIds: [newId()] }
    for (const more of [gone, { ...gone, scheduledAt: LATER }]) {
      const id = await campaignIn('CANCELADA', { startedAt: null, preparedAt: null, ...more })
      expect(await admin.attempt('restartCampaign', { campaignId: id })).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_CONTACT_LIST_FOUND' },
      })
    }
    const begun = await campaignIn('CANCELADA', gone)
    expect(await admin.call('restartCampaign', { campaignId: begun })).toMatchObject({
      status: 'EM_ANDAMENTO',
    })
  })

  test('resending the failed starts a finished campaign again and answers a message', async () => {
    const id = await campaignIn('FINALIZADA')
    const live = await LiveSocket.open(admin)
    const answer = await admin.call('resendAllFailed', { campaignId: id })
    expect(answer.message).toMatch(/\w/)
    const told = await live.frame('that it runs', ({ record }) => Object(record).id === id)
    expect(told.record).toMatchObject({ status: 'EM_ANDAMENTO', completedAt: null })
    live.close()
  })

  test('a campaign without failures has nothing to resend', async () => {
    const id = await campaignIn('FINALIZADA', { ledger: null })
    expect(await admin.attempt('resendAllFailed', { campaignId: id })).toMatchObject({
      status: 422,
      body: { error: 'ERR_CAMPAIGN_NOTHING_TO_RESEND' },
    })
  })

  test('a campaign without a message or with a missing attachment cannot be started', async () => {
    const empty = await campaignIn('INATIVA', { message1: null })
    expect(await admin.attempt('startCampaign', { campaignId: empty })).toMatchObject({
      status: 400,
      body: { error: 'ERR_CAMPAIGN_EMPTY' },
    })
    const announced = await campaignIn('INATIVA', { mediaName: 'foto.png' })
    expect(await admin.attempt('startCampaign', { campaignId: announced })).toMatchObject({
      status: 409,
      body: { error: 'ERR_CAMPAIGN_MEDIA_MISSING' },
    })
    expect(await admin.attempt('testCampaign', { campaignId: announced, number: TESTER })).toMatchObject({
      status: 409,
      body: { error: 'ERR_CAMPAIGN_MEDIA_MISSING' },
    })
  })

  test('a duplicated campaign keeps texts and list, and has no schedule', async () => {
    const name = 'Uma campanha com um nome de cinquenta caracteres'
    const id = await campaignIn('FINALIZADA', { name, message2: 'Oi', block: true, confirmation: false })
    const original = await admin.report(id)
    const copy = await admin.call('duplicateCampaign', { campaignId: id })
    expect(copy).toMatchObject({
      name: 'Uma campanha com um nome de cinquenta cara (cópia)',
      status: 'INATIVA',
      scheduledAt: null,
      message1: original.message1,
      message2: 'Oi',
      block: true,
      whatsappId,
      contactListId,
      startedAt: null,
      completedAt: null,
      pausedAt: null,
      errors: 0,
      validContacts: 1,
    })
    expect(copy.id).not.toBe(id)
    expect(copy.counters).toMatchObject({ open: 0, sent: 0, failed: 0 })
    expect((await admin.report(copy.id)).shipping).toEqual([])
  })

  test('a campaign duplicated twice with one idempotency key has one copy', async () => {
    const id = await campaignIn('INATIVA')
    const key = { 'idempotency-key': newId() }
    const copies = [1, 2].map(() => admin.attempt('duplicateCampaign', { campaignId: id }, key))
    const ids = (await Promise.all(copies)).flatMap((answer) => (answer.ok ? [answer.body.id] : []))
    expect(new Set(ids).size).toBe(1)
  })

  test('deleting a campaign deletes its ledger', async () => {
    const id = await campaignIn('FINALIZADA')
    const { ledger } = await stored(id)
    expect((await admin.attempt('deleteCampaign', { campaignId: id })).status).toBe(204)
    const pk = partition(`LEDGER#${ledger}#0`)
    await eventually('its ledger is gone', async () => (await table.query({ pk })).rows.length === 0)
  })
})

describe('a test message of a campaign', () => {
  const trial = (campaignId: string, body: { number: string }) =>
    admin.attempt('testCampaign', { campaignId, ...body })

  test('a test message is refused for an invalid or blocked number, and without an open connection', async () => {
    const id = await campaignIn('INATIVA')
    expect(await trial(id, { number: '123' })).toMatchObject({
      status: 422,
      body: { error: 'ERR_WAPP_INVALID_CONTACT' },
    })
    await admin.call('createContactBlock', { name: 'Bloqueada', number: '5511955560099' })
    expect(await trial(id, { number: '11 95556-0099' })).toMatchObject({
      status: 422,
      body: { error: 'ERR_CONTACT_BLOCKED' },
    })
    const closed = aConnection({ companyId: table.companyId, wanted: 'closed', status: 'DISCONNECTED' })
    await putConnection(table, closed)
    const elsewhere = await campaignIn('INATIVA', { whatsappId: closed.id })
    expect(await trial(elsewhere, { number: TESTER })).toMatchObject({
      status: 409,
      body: { error: 'ERR_WAPP_NOT_INITIALIZED' },
    })
    const nowhere = await campaignIn('INATIVA', { whatsappId: newId() })
    expect(await trial(nowhere, { number: TESTER })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_WAPP_FOUND' },
    })
  })

  test('a test message has the fields of the list’s first contact and all parts in order', async () => {
    const shop = await admin.linkedConnection('5511900000031')
    const list = await admin.newList('Para o teste')
    await admin.addContacts(list.id, ['5511955560011', '5511955560012'])
    const { id } = await admin.newCampaign({
      whatsappId: shop.id,
      contactListId: list.id,
      message1: 'Olá {nome}',
      message2: 'Segunda {numero}',
      contactName: 'Loja',
      contactNumber: '11 3333-4444',
      contactMode: 'above',
    })
    const written = { to: '5511900000031', text: 'Quero testar' }
    await admin.simulator('POST', '/phones/5511955560020/messages', written)
    const conversations = await Conversations.ofConnection(admin, shop.id)
    await conversations.until('what the tester wrote', '5511955560020', ({ fromMe }) => !fromMe)
    const answer = await admin.call('testCampaign', { campaignId: id, number: '11955560020', variant: 2 })
    expect(answer).toEqual({ number: '5511955560020' })
    const messages = await eventually('both parts', async () => {
      const received = (await admin.messagesOf('5511955560020')).filter(({ fromMe }) => !fromMe)
      return received.length >= 2 && received
    })
    expect(messages).toHaveLength(2)
    expect(messages[1]?.text).toBe('Segunda 5511955560011')
    await admin.call('testCampaign', { campaignId: id, number: '5511900000031' })
    await eventually('the test on the own phone', async () =>
      (await admin.messagesOf('5511900000031')).find(({ text }) => text === 'Olá Contato 5511955560011'),
    )
    expect(await admin.report(id)).toMatchObject({ status: 'INATIVA', counters: { sent: 0 } })
    expect(await getFirstSteps(table)).toHaveProperty('triedAt')
  })

  test('a test message goes only to the connection’s own number and to numbers that wrote to it within 30 days', async () => {
    const someone = await principals.signedIn(table.companyId, { profile: 'user' })
    const connection = aConnection({ companyId: table.companyId, wanted: 'closed', status: 'CONNECTED' })
    await putConnection(table, { ...connection, isDefault: false, number: '551187654321' })
    const id = await campaignIn('INATIVA', { whatsappId: connection.id })
    const day = 24 * 3_600_000
    await wrote(connection.id, '5511987650031', Date.now() - 29 * day)
    await wrote(connection.id, '5511955560032', Date.now() - 31 * day)
    const statuses: Record<string, unknown> = {}
    const numbers = ['5511987654321', '551187650031', '5511955560032', '5511955560033', TESTER]
    for (const number of numbers) {
      const { status, body } = await someone.attempt('testCampaign', { campaignId: id, number })
      statuses[number] = status === 202 ? status : Object(body).error
    }
    expect(statuses).toEqual({
      // The connection's own number is known without the ninth digit.
      '5511987654321': 202,
      '551187650031': 202,
      '5511955560032': 'ERR_NOT_A_TESTER',
      '5511955560033': 'ERR_NOT_A_TESTER',
      // Of another connection.
      [TESTER]: 'ERR_NOT_A_TESTER',
    })
  })

  test('a test message is refused while the company or the operator has stopped sending', async () => {
    const id = await campaignIn('INATIVA')
    const refused = { status: 409, body: { error: 'ERR_SENDING_STOPPED' } }
    await admin.call('stopSending', { reason: 'Mensagem errada' })
    expect(await trial(id, { number: TESTER })).toMatchObject(refused)
    await throwCompanySwitch(principals, table.companyId, stopTrace('resume'))
    await throwPlatformSwitch(principals, stopTrace('stop'))
    expect(await trial(id, { number: TESTER })).toMatchObject(refused)
    await throwPlatformSwitch(principals, stopTrace('resume'))
  })

  test('a test message to the own number is refused during WhatsApp’s lock and above the daily budget', async () => {
    const someone = await principals.signedIn(table.companyId)
    const connection = aConnection({ companyId: table.companyId, wanted: 'closed', status: 'CONNECTED' })
    const number = '5511987654322'
    await putConnection(table, { ...connection, isDefault: false, number })
    const id = await campaignIn('INATIVA', { whatsappId: connection.id })
    const held = { status: 409, body: { error: 'ERR_FIRST_CONTACTS_HELD' } }
    await changeHealth(table, connection.id, { lockedUntil: Date.now() + 3_600_000 })
    expect(await someone.attempt('testCampaign', { campaignId: id, number })).toMatchObject(held)
    await changeConnection(table, connection.id, { newContactsPerDay: 1 })
    const day = localDate(Date.now(), DEFAULT_CAMPAIGN_SETTINGS.timezone)
    await changeHealth(table, connection.id, { lockedUntil: 0, day, newContacts: 1 })
    expect(await someone.attempt('testCampaign', { campaignId: id, number })).toMatchObject(held)
    await changeHealth(table, connection.id, { newContacts: 0 })
    expect(await someone.attempt('testCampaign', { campaignId: id, number })).toMatchObject({ status: 202 })
    expect(await getHealth(table, connection.id)).toMatchObject({ newContacts: 1 })
  })

  test('a user sends 10 test messages an hour and a company 30, also outside the send windows', async () => {
    const companyId = await principals.company()
    const theirs = principals.tenant(companyId)
    const connection = aConnection({ companyId, wanted: 'closed', status: 'CONNECTED', number: TESTER })
    await putConnection(theirs, connection)
    const campaign = aCampaign({ companyId, whatsappId: connection.id, contactListIds: [] })
    await putCampaign(theirs, campaign)
    const tries = async (times: number) => {
      const who = await principals.signedIn(companyId, { profile: 'user' })
      const statuses: number[] = []
      for (let sent = 0; sent < times; sent++) {
        const { status, headers } = await who.attempt('testCampaign', {
          campaignId: campaign.id,
          number: TESTER,
        })
        statuses.push(status)
        if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000)
      }
      return statuses
    }
    const first = await principals.signedIn(companyId)
    await first.settings({ sendWindows: NEVER })
    const tenAndNoMore = [...Array<number>(10).fill(202), 429]
    for (let users = 0; users < 3; users++) expect(await tries(11)).toEqual(tenAndNoMore)
    expect(await tries(1)).toEqual([429])
  })
})
