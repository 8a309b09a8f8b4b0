import { Company } from '@recado/whatsapp-simulator/testing/company'
import type { ControlError } from '@recado/whatsapp-simulator/testing/control-client'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { beforeEach, describe, expect, test } from 'vitest'
import { simulated } from '../support/simulated.ts'

const COMPANY = '5511900000001'
const ANA = '5511988887777'
const LUIS = '5511977776666'

const on = simulated({ [ANA]: 'Ana', [LUIS]: 'Luís' })
let company: Company
beforeEach(async () => {
  company = await Company.linked(on.simulator, COMPANY)
})

const refused = (status: number, code: string) =>
  expect.objectContaining<Partial<ControlError>>({ status, code })

const atPhone = (number: string, id: string) =>
  until(`${number} has ${id}`, async () =>
    (await on.control.messages(number)).find((message) => message.id === id),
  )

describe('what a person can write', () => {
  test('a person writes a location and a contact', async () => {
    const place = { latitude: -23.55, longitude: -46.63, name: 'Praça da Sé' }
    const location = await on.control.writes(ANA, COMPANY, { type: 'location', ...place })
    expect((await company.receives(location)).message?.locationMessage).toMatchObject({
      degreesLatitude: -23.55,
      degreesLongitude: -46.63,
      name: 'Praça da Sé',
    })
    const contact = await on.control.writes(ANA, COMPANY, { type: 'contact', name: 'Luís', number: LUIS })
    const { contactMessage } = (await company.receives(contact)).message ?? {}
    expect(contactMessage).toMatchObject({ displayName: 'Luís' })
    expect(contactMessage?.vcard).toContain(`waid=${LUIS}`)
    expect(await on.control.messages(ANA)).toMatchObject([
      { id: location, type: 'location', location: place },
      { id: contact, type: 'contact', contact: { name: 'Luís', number: LUIS } },
    ])
  })

  test('a person writes an answer with a quote', async () => {
    const question = await company.send(ANA, 'Qual o tamanho?')
    await atPhone(ANA, question)
    const id = await on.control.writes(ANA, COMPANY, { text: 'M', quoted: question })
    const { extendedTextMessage } = (await company.receives(id)).message ?? {}
    expect(extendedTextMessage?.text).toBe('M')
    expect(extendedTextMessage?.contextInfo).toMatchObject({
      stanzaId: question,
      participant: company.credentials.me?.lid?.replace(/:\d+/, ''),
      quotedMessage: { extendedTextMessage: { text: 'Qual o tamanho?' } },
    })
    expect(await atPhone(ANA, id)).toMatchObject({ type: 'text', text: 'M', quoted: question })
  })

  test('a person reacts to a message and removes the reaction', async () => {
    const target = await company.send(ANA, 'Seu pedido chegou')
    await atPhone(ANA, target)
    const id = await on.control.writes(ANA, COMPANY, { type: 'reaction', target, emoji: '👍' })
    await on.control.writes(ANA, COMPANY, { type: 'reaction', target, emoji: '' })
    await until('both have come', () => company.heard.reactions.length === 2)
    expect(company.heard.reactions).toMatchObject([
      { key: { id: target, fromMe: true }, reaction: { text: '👍', key: { fromMe: false } } },
      { key: { id: target, fromMe: true }, reaction: { text: '' } },
    ])
    expect(await atPhone(COMPANY, id)).toMatchObject({ type: 'reaction', target, emoji: '👍' })
  })

  test('a person edits and deletes only own messages', async () => {
    const id = await on.control.write(ANA, COMPANY, 'Quero 2')
    const edit = await on.control.writes(ANA, COMPANY, { type: 'edit', target: id, text: 'Quero 3' })
    const gone = await on.control.writes(ANA, COMPANY, { type: 'delete', target: id })
    await until('both have come', () => company.heard.updates.length === 2)
    expect(company.heard.updates).toMatchObject([
      { key: { id }, update: { message: { editedMessage: { message: { conversation: 'Quero 3' } } } } },
      { key: { id }, update: { message: null } },
    ])
    expect((await on.control.messages(COMPANY)).slice(1)).toMatchObject([
      { id: edit, type: 'edit', target: id, text: 'Quero 3' },
      { id: gone, type: 'delete', target: id },
    ])
    const theirs = await company.send(ANA, 'Certo')
    await atPhone(ANA, theirs)
    const others = on.control.writes(ANA, COMPANY, { type: 'delete', target: theirs })
    await expect(others).rejects.toEqual(refused(409, 'ERR_NOT_OWN_MESSAGE'))
    const unknown = on.control.writes(ANA, COMPANY, { type: 'reaction', target: 'UNKNOWN', emoji: '👍' })
    await expect(unknown).rejects.toEqual(refused(404, 'ERR_MESSAGE_NOT_FOUND'))
  })

  test('a person answers, reacts, edits and deletes in a group, and the target names its author', async () => {
    const group = await on.control.createGroup({ subject: 'Clientes', members: [COMPANY, ANA, LUIS] })
    const written = await company.receives(await on.control.write(ANA, group, 'Bom dia'))
    const target = written.key.id ?? ''
    await on.control.writes(LUIS, group, { type: 'reaction', target, emoji: '☀️' })
    await on.control.writes(LUIS, group, { text: 'Bom dia!', quoted: target })
    await on.control.writes(ANA, group, { type: 'edit', target, text: 'Boa tarde' })
    await until('all have come', () => company.heard.updates.length === 1 && company.texts().length === 2)
    expect(company.heard.reactions).toMatchObject([
      {
        key: { remoteJid: group, id: target, participant: written.key.participant },
        reaction: { text: '☀️' },
      },
    ])
    expect(company.heard.updates).toMatchObject([{ key: { remoteJid: group, id: target } }])
    expect((await on.control.messages(LUIS)).map(({ type }) => type)).toEqual([
      'text',
      'reaction',
      'text',
      'edit',
    ])
  })

  test.each([
    [{ type: 'text' }],
    [{ type: 'poem', text: 'oi' }],
    [{ text: 'oi', colour: 'red' }],
    [{ type: 'location', latitude: 91, longitude: 0 }],
    [{ type: 'reaction', target: 'X' }],
    [{ type: 'image', mimetype: 'image' }],
  ])('a person cannot write %j', async (message) => {
    const writing = on.control.writes(ANA, COMPANY, message)
    await expect(writing).rejects.toEqual(refused(400, 'ERR_INVALID_INPUT'))
  })
})

describe('what a company changes', () => {
  test('the phone shows a company’s reactions, edits, deletions and answers', async () => {
    const question = await company.receives(await on.control.write(ANA, COMPANY, 'Tem em azul?'))
    const answer = await company.send(ANA, 'Tem', { quoted: question })
    expect(await atPhone(ANA, answer)).toMatchObject({ text: 'Tem', quoted: question.key.id })
    const reaction = await company.sendContent(ANA, { react: { key: question.key, text: '💙' } })
    expect(await atPhone(ANA, reaction)).toMatchObject({
      type: 'reaction',
      target: question.key.id,
      emoji: '💙',
    })
    const key = { id: answer, fromMe: true, remoteJid: question.key.remoteJid }
    const edit = await company.sendContent(ANA, { edit: key, text: 'Tem, sim' })
    expect(await atPhone(ANA, edit)).toMatchObject({ type: 'edit', target: answer, text: 'Tem, sim' })
    const gone = await company.sendContent(ANA, { delete: key })
    expect(await atPhone(ANA, gone)).toMatchObject({ type: 'delete', target: answer })
  })

  test('a company’s location and contact reach the phone', async () => {
    const place = { degreesLatitude: -22.9, degreesLongitude: -43.2, name: 'Rio' }
    const location = await company.sendContent(ANA, { location: place })
    expect(await atPhone(ANA, location)).toMatchObject({
      location: { latitude: -22.9, longitude: -43.2, name: 'Rio' },
    })
    const vcard = `BEGIN:VCARD\nVERSION:3.0\nFN:Luís\nTEL;type=CELL;waid=${LUIS}:+55 11 97777-6666\nEND:VCARD`
    const contact = await company.sendContent(ANA, {
      contacts: { displayName: 'Luís', contacts: [{ vcard }] },
    })
    expect(await atPhone(ANA, contact)).toMatchObject({ contact: { number: LUIS } })
  })
})

describe('under which identity a person writes', () => {
  test('a person writes under the number, with the LID beside it', async () => {
    const id = await on.control.writes(ANA, COMPANY, { text: 'Oi', addressing: 'pn' })
    expect((await company.receives(id)).key).toMatchObject({
      remoteJid: `${ANA}@s.whatsapp.net`,
      remoteJidAlt: expect.stringMatching(/@lid$/),
      addressingMode: 'pn',
    })
  })

  test('a person writes under the LID alone, and the company can answer', async () => {
    const stranger = '5511922221111'
    const { key } = await company.receives(
      await on.control.writes(stranger, COMPANY, { text: 'Quem são vocês?', hideNumber: true }),
    )
    expect(key).toMatchObject({ remoteJid: expect.stringMatching(/@lid$/), remoteJidAlt: undefined })
    const jid = key.remoteJid ?? ''
    const answer = await company.send(jid, 'A loja')
    expect(await atPhone(stranger, answer)).toMatchObject({ text: 'A loja', chat: COMPANY })
    await until('it is delivered', () => company.statuses.get(answer)?.includes(3))
    expect(await company.socket?.signalRepository.lidMapping.getPNForLID(jid)).toBeNull()
  })
})

describe('the company’s own phone', () => {
  test('messages written on the phone appear on its linked device, of every kind and in groups', async () => {
    const own = await company.receives(await on.control.write(COMPANY, ANA, 'Do celular'))
    expect(own.key).toMatchObject({ fromMe: true, remoteJid: expect.stringMatching(/@lid$/) })
    const image = await company.receives(await on.control.writes(COMPANY, ANA, { type: 'image' }))
    expect(image).toMatchObject({
      key: { fromMe: true },
      message: { imageMessage: { mimetype: 'image/jpeg' } },
    })
    await on.control.writes(COMPANY, ANA, { type: 'reaction', target: own.key.id, emoji: '👀' })
    await until('the reaction has come', () => company.heard.reactions.length === 1)
    expect(company.heard.reactions[0]?.key).toMatchObject({ id: own.key.id, fromMe: true })
    const group = await on.control.createGroup({ subject: 'Clientes', members: [COMPANY, ANA] })
    const inGroup = await company.receives(await on.control.write(COMPANY, group, 'Do celular, a todos'))
    expect(inGroup.key).toMatchObject({ remoteJid: group, fromMe: true })
  })
})
