import { Company } from '@recado/whatsapp-simulator/testing/company'
import type { ControlError } from '@recado/whatsapp-simulator/testing/control-client'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { beforeEach, describe, expect, test } from 'vitest'
import { simulated } from '../support/simulated.ts'

const COMPANY = '5511900000001'
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

describe('what happens to a group', () => {
  test('a company learns that it joined a group, and who joins, leaves and becomes admin', async () => {
    const id = await makeGroup()
    await until('the group has come', () => company.heard.newGroups.some((group) => group.id === id))
    await on.control.changeMembers(id, { add: [EVA], promote: [EVA] })
    await on.control.changeMembers(id, { demote: [EVA], remove: [LUIS] })
    await until('all four changes have come', () => company.heard.memberChanges.length === 4)
    expect(
      company.heard.memberChanges.map(({ action, participants }) => [
        action,
        participants.map(({ phoneNumber }) => phoneNumber),
      ]),
    ).toEqual([
      ['add', [`${EVA}@s.whatsapp.net`]],
      ['promote', [`${EVA}@s.whatsapp.net`]],
      ['demote', [`${EVA}@s.whatsapp.net`]],
      ['remove', [`${LUIS}@s.whatsapp.net`]],
    ])
    const { participants } = (await company.socket?.groupMetadata(id)) ?? {}
    expect(new Set(company.heard.memberChanges.map(({ author }) => author))).toEqual(
      new Set([participants?.[0]?.id]),
    )
    await on.control.rename(id, 'Clientes VIP')
    await until('the name has come', () =>
      company.heard.groupUpdates.some((update) => update.id === id && update.subject === 'Clientes VIP'),
    )
  })

  test('a new member decrypts later messages, and a removed one gets none', async () => {
    const id = await makeGroup()
    await company.send(id, 'antes')
    await on.control.changeMembers(id, { add: [EVA], remove: [LUIS] })
    await company.send(id, 'depois')
    await until('Eva has it', async () => (await textsAt(EVA)).length === 1)
    expect(await textsAt(EVA)).toEqual(['depois'])
    expect(await textsAt(LUIS)).toEqual(['antes'])
  })

  test('an absent company learns group changes at its next login, with missed messages', async () => {
    const id = await makeGroup()
    await until('the group has come', () => company.heard.newGroups.length === 1)
    await company.leave()
    await on.control.write(ANA, id, 'enquanto isso')
    await on.control.changeMembers(id, { remove: [LUIS] })
    await company.logIn()
    await until(
      'both have come',
      () => company.heard.memberChanges.length === 1 && company.texts().length === 1,
    )
    expect(company.received.at(-2)).toMatchObject({ arrival: 'append', key: { remoteJid: id } })
  })

  test('a removed company can neither read about the group nor write into it', async () => {
    const id = await makeGroup()
    await company.send(id, 'antes')
    await on.control.changeMembers(id, { remove: [COMPANY] })
    await expect(company.socket?.groupMetadata(id)).rejects.toMatchObject({ data: 403 })
    const stale = { id, subject: '', owner: undefined, participants: [] }
    await company.leave()
    await company.logIn({ cachedGroupMetadata: async () => stale })
    const refused = await company.send(id, 'depois')
    await until('it is refused', () => company.acks.find((ack) => ack.id === refused)?.error === '403')
    expect(await textsAt(ANA)).toEqual(['antes'])
  })
})

describe('a company that manages groups', () => {
  test('a company creates a group, invites, promotes, renames and leaves', async () => {
    const made = await company.socket?.groupCreate('Equipe', [`${ANA}@s.whatsapp.net`])
    const id = made?.id ?? ''
    expect(made).toMatchObject({ subject: 'Equipe', size: 2, ownerPn: `${COMPANY}@s.whatsapp.net` })
    const luis = `${LUIS}@s.whatsapp.net`
    expect(await company.socket?.groupParticipantsUpdate(id, [luis], 'add')).toMatchObject([
      { status: '200' },
    ])
    expect(await company.socket?.groupParticipantsUpdate(id, [luis], 'add')).toMatchObject([
      { status: '409' },
    ])
    await company.socket?.groupParticipantsUpdate(id, [luis], 'promote')
    await company.socket?.groupUpdateSubject(id, 'Equipe toda')
    expect(await on.control.groups()).toEqual([
      {
        id,
        subject: 'Equipe toda',
        members: [COMPANY, ANA, LUIS],
        admins: [COMPANY, LUIS],
        addressing: 'lid',
      },
    ])
    await company.socket?.groupLeave(id)
    expect((await on.control.groups())[0]?.members).toEqual([ANA, LUIS])
  })

  test('a company cannot change a group without being its admin', async () => {
    const id = await makeGroup()
    const change = company.socket?.groupUpdateSubject(id, 'Minha loja')
    await expect(change).rejects.toMatchObject({ data: 403 })
  })
})

describe('the on.control API', () => {
  const refused = (status: number, code: string) =>
    expect.objectContaining<Partial<ControlError>>({ status, code })

  test.each([
    ['POST', '/groups', { subject: 'Vazio', members: [] }, 400, 'ERR_INVALID_INPUT'],
    ['POST', '/groups', { subject: 'X', members: [ANA], colour: 'red' }, 400, 'ERR_INVALID_INPUT'],
    ['POST', '/groups', { subject: 'X', members: ['5511933330000'] }, 409, 'ERR_NOT_ON_WHATSAPP'],
    [
      'POST',
      '/groups',
      { subject: 'X', members: [ANA], addressing: 'pn', hidden: [ANA] },
      400,
      'ERR_INVALID_INPUT',
    ],
    ['PATCH', '/groups/120363000000000001@g.us', { subject: 'X' }, 404, 'ERR_GROUP_NOT_FOUND'],
    [
      'POST',
      `/phones/${ANA}/messages`,
      { to: '120363000000000001@g.us', text: 'oi' },
      409,
      'ERR_NOT_IN_GROUP',
    ],
  ])('the control call %s %s with %j is refused', async (method, path, body, status, code) => {
    await expect(on.control.call(method, path, body)).rejects.toEqual(refused(status, code))
  })
})
