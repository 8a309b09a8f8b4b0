import { Company } from '@recado/whatsapp-simulator/testing/company'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { WireLog } from '@recado/whatsapp-simulator/testing/wire-log'
import { proto } from '@whiskeysockets/baileys'
import { beforeEach, describe, expect, test } from 'vitest'
import { simulated } from '../support/simulated.ts'

const COMPANY = '5511900000001'
const OTHER_COMPANY = '5511900000002'
const ANA = '5511988887777'
const LUIS = '5511977776666'
const EVA = '5521966665555'

const on = simulated({ [ANA]: 'Ana', [LUIS]: 'Luís', [EVA]: 'Eva' })
let company: Company
beforeEach(async () => {
  company = await Company.linked(on.simulator, COMPANY)
})

const makeGroup = (more: Record<string, unknown> = {}) =>
  on.control.createGroup({ subject: 'Clientes', members: [COMPANY, ANA, LUIS], admins: [ANA], ...more })

const incoming = async (number: string) => (await on.control.messages(number)).filter(({ fromMe }) => !fromMe)

const textsAt = async (number: string) => (await incoming(number)).map(({ text }) => text)

describe('what a company learns of its groups', () => {
  test('a company lists its groups, with members’ LIDs, numbers and admins', async () => {
    const id = await makeGroup()
    await on.control.createGroup({ subject: 'Sem a loja', members: [ANA, LUIS] })
    const groups = await company.socket?.groupFetchAllParticipating()
    expect(Object.keys(groups ?? {})).toEqual([id])
    expect(groups?.[id]).toMatchObject({
      subject: 'Clientes',
      size: 3,
      addressingMode: 'lid',
      ownerPn: `${ANA}@s.whatsapp.net`,
    })
    expect(groups?.[id]?.participants).toEqual([
      expect.objectContaining({
        id: expect.stringMatching(/@lid$/),
        phoneNumber: `${ANA}@s.whatsapp.net`,
        admin: 'superadmin',
      }),
      expect.objectContaining({ phoneNumber: `${COMPANY}@s.whatsapp.net`, admin: null }),
      expect.objectContaining({ phoneNumber: `${LUIS}@s.whatsapp.net`, admin: null }),
    ])
    expect(await on.control.groups()).toContainEqual({
      id,
      subject: 'Clientes',
      members: [ANA, COMPANY, LUIS],
      admins: [ANA],
      addressing: 'lid',
    })
  })

  test('a foreign group is forbidden, and an unknown one is not found', async () => {
    const others = await on.control.createGroup({ subject: 'Sem a loja', members: [ANA, LUIS] })
    await expect(company.socket?.groupMetadata(others)).rejects.toMatchObject({ data: 403 })
    await expect(company.socket?.groupMetadata('120363000000000001@g.us')).rejects.toMatchObject({
      data: 404,
    })
  })

  test('a company never learns a hidden member’s number', async () => {
    const hidden = '5511955554444'
    await on.control.declare(hidden, 'Oculta')
    const id = await makeGroup({ members: [COMPANY, ANA, hidden], hidden: [hidden] })
    const { participants = [] } = (await company.socket?.groupMetadata(id)) ?? {}
    expect(participants.map(({ phoneNumber }) => phoneNumber)).toEqual([
      `${ANA}@s.whatsapp.net`,
      `${COMPANY}@s.whatsapp.net`,
      undefined,
    ])
    const message = await company.receives(await on.control.write(hidden, id, 'Oi, gente'))
    expect(message.key.participant).toBe(participants[2]?.id)
    expect(message.key.participantAlt).toBeUndefined()
    const numberOf = ({ socket }: Company, lid: string | undefined) =>
      socket?.signalRepository.lidMapping.getPNForLID(lid ?? '')
    expect(await numberOf(company, participants[2]?.id)).toBeNull()
    // Its history, at a later link, tells Ana's number and not the hidden one.
    const again = await Company.linked(on.simulator, COMPANY)
    await until('the history is read', async () => (await numberOf(again, participants[0]?.id)) !== null)
    expect(await numberOf(again, participants[2]?.id)).toBeNull()
  })
})

describe.each(['lid', 'pn'] as const)('writing into a group addressed by %s', (addressing) => {
  test('every phone decrypts the first group message with its key, and the next without', async () => {
    const id = await makeGroup({ addressing })
    const wire = new WireLog()
    await company.leave()
    await company.logIn({ logger: wire.logger })
    const first = await company.send(id, 'Olá, grupo')
    await until('both have it', async () => (await textsAt(ANA)).length + (await textsAt(LUIS)).length === 2)
    expect(await incoming(ANA)).toMatchObject([{ id: first, chat: id, from: COMPANY, text: 'Olá, grupo' }])
    expect(await on.control.messages(COMPANY)).toMatchObject([{ id: first, chat: id, fromMe: true }])
    expect(company.acks).toMatchObject([{ id: first, error: undefined }])
    const second = await company.send(id, 'De novo')
    await until('Luís has both', async () => (await textsAt(LUIS)).length === 2)
    expect(wire.message(first)).toContain('<participants')
    expect(wire.message(second)).toContain("type='skmsg'")
    expect(wire.message(second)).not.toContain('<participants')
  })

  test('group receipts name the member', async () => {
    const id = await makeGroup({ addressing })
    const sent = await company.send(id, 'Olá')
    await until('both deliveries have come', () => company.heard.receipts.length === 2)
    const { participants = [] } = (await company.socket?.groupMetadata(id)) ?? {}
    const [ana, , luis] = participants.map((participant) => participant.id)
    expect(company.heard.receipts.map(({ receipt }) => receipt.userJid)).toEqual([ana, luis])
    expect(await on.control.read(LUIS, id)).toEqual({ read: 1 })
    await until('the reading has come', () =>
      company.heard.receipts.some(
        ({ key, receipt }) => key.id === sent && receipt.userJid === luis && receipt.readTimestamp,
      ),
    )
    expect(await on.control.ticks(COMPANY, sent)).toBe('delivered')
    await on.control.read(ANA, id)
    expect(await on.control.ticks(COMPANY, sent)).toBe('read')
  })

  test('a group message names its author', async () => {
    const id = await makeGroup({ addressing })
    const first = await company.receives(await on.control.write(ANA, id, 'Bom dia'))
    expect(first).toMatchObject({
      pushName: 'Ana',
      message: { conversation: 'Bom dia' },
      key: { remoteJid: id, fromMe: false, addressingMode: addressing },
    })
    const identities = [first.key.participant, first.key.participantAlt]
    expect(addressing === 'lid' ? identities : identities.toReversed()).toEqual([
      expect.stringMatching(/^\d{15}@lid$/),
      `${ANA}@s.whatsapp.net`,
    ])
    await on.control.write(LUIS, id, 'Bom dia, Ana')
    await on.control.write(ANA, id, 'Tudo bem?')
    await until('all three have come', () => company.texts().length === 3)
    expect(company.texts()).toEqual(['Bom dia', 'Bom dia, Ana', 'Tudo bem?'])
    await company.socket?.readMessages([first.key])
    await on.control.read(LUIS, id)
    await until(
      'Ana sees that all have read',
      async () => (await on.control.ticks(ANA, first.key.id ?? '')) === 'read',
    )
  })
})

describe('a group with two companies', () => {
  test('two companies in a group read all messages', async () => {
    const other = await Company.linked(on.simulator, OTHER_COMPANY, 'Outra')
    const id = await makeGroup({ members: [COMPANY, OTHER_COMPANY, ANA] })
    const sent = await company.send(id, 'Da loja')
    expect(await other.receives(sent)).toMatchObject({
      key: { remoteJid: id, participantAlt: `${COMPANY}@s.whatsapp.net` },
      message: { extendedTextMessage: { text: 'Da loja' } },
    })
    const answer = await other.send(id, 'Da outra')
    expect((await company.receives(answer)).key.participantAlt).toBe(`${OTHER_COMPANY}@s.whatsapp.net`)
    const written = await on.control.write(ANA, id, 'Da Ana')
    await Promise.all([company.receives(written), other.receives(written)])
    expect(await textsAt(ANA)).toEqual(['Da loja', 'Da outra'])
  })

  test('a company that lost another company’s key gets the message on request', async () => {
    const other = await Company.linked(on.simulator, OTHER_COMPANY, 'Outra')
    const id = await makeGroup({ members: [COMPANY, OTHER_COMPANY, ANA] })
    await other.receives(await company.send(id, 'um'))
    other.loseKeys('sender-key')
    const lost = await company.send(id, 'dois')
    expect((await other.receives(lost)).message?.extendedTextMessage?.text).toBe('dois')
    await other.receives(await company.send(id, 'três'))
    await until('Ana has each once', async () => (await textsAt(ANA)).length === 3)
    expect(await textsAt(ANA)).toEqual(['um', 'dois', 'três'])
  })
})

describe('lost keys', () => {
  test('phones without a group key ask for the message, and get it once', async () => {
    const id = await makeGroup()
    const first = await company.send(id, 'um')
    await until(
      'it is delivered',
      () => company.heard.receipts.filter(({ key }) => key.id === first).length === 2,
    )
    // The company takes its key as distributed, and encrypts with another one.
    company.loseKeys('sender-key')
    const lost = await company.send(id, 'dois')
    await until(
      'Ana and Luís have it',
      async () => (await textsAt(ANA)).length + (await textsAt(LUIS)).length === 4,
    )
    expect(await textsAt(ANA)).toEqual(['um', 'dois'])
    await until(
      'its deliveries come',
      () => company.heard.receipts.filter(({ key }) => key.id === lost).length === 2,
    )
    await company.send(id, 'três')
    await until('Luís has all', async () => (await textsAt(LUIS)).length === 3)
    expect(await textsAt(LUIS)).toEqual(['um', 'dois', 'três'])
  })

  test('a company that lost an author’s key gets the message on request', async () => {
    const id = await makeGroup()
    await company.receives(await on.control.write(ANA, id, 'antes'))
    company.loseKeys('sender-key')
    const during = await on.control.write(ANA, id, 'durante')
    await company.receives(during)
    await company.receives(await on.control.write(ANA, id, 'depois'))
    expect(company.texts()).toEqual(['antes', 'durante', 'depois'])
    // One message was lost: with it, sent again, came the key for the next.
    const { CIPHERTEXT } = proto.WebMessageInfo.StubType
    const lost = company.received.filter(({ messageStubType }) => messageStubType === CIPHERTEXT)
    expect(lost.map(({ key }) => key.id)).toEqual([during])
  })
})
