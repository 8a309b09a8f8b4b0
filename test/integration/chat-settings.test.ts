import { composed, type Target } from '@recado/fargate-session/outbound/compose'
import { MediaFiles } from '@recado/fargate-session/ports/media-files'
import type { Content } from '@recado/shared/messages/content'
import { newMessageId } from '@recado/shared/messages/message-id'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LinkedSession } from '../support/linked-session.ts'
import { simulated } from '../support/simulated.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'
const WEEK = 604_800

const on = simulated({ [ANA]: 'Ana' })
let shop: LinkedSession
beforeEach(async () => {
  shop = await LinkedSession.link(on.simulator, on.control, SHOP)
})
afterEach(() => shop.stop())

const atAna = (id: string) =>
  until(`Ana's phone has ${id}`, async () => (await on.control.messages(ANA)).find((one) => one.id === id))
const jidOfAna = `${ANA}@s.whatsapp.net`

/** The company writes to a person or a group. @returns the message's id */
async function writes(jid: string, content: Content, target?: Target): Promise<string> {
  const { line } = shop.session
  const messageId = newMessageId()
  const route = await line.routeTo(jid)
  const { messageTimer } = route
  const words = await composed(content, new MediaFiles('none'), target)
  await line.write(route, await line.build(route.jid, words, { messageId, messageTimer }))
  return messageId
}

describe('the edit of a picture’s caption', () => {
  /** A picture on Ana's phone. */
  async function aPicture(): Promise<Target> {
    await on.control.write(ANA, SHOP, 'Oi')
    const { line } = shop.session
    const id = newMessageId()
    const route = await line.routeTo(jidOfAna)
    const message = { imageMessage: { caption: 'O bolo', mimetype: 'image/png' } }
    await line.write(route, { messageId: id, message, attributes: {} })
    await atAna(id)
    return { type: 'image', key: { remoteJid: route.jid, fromMe: true, id } }
  }
  const edit = ({ key }: Target): Content => ({ type: 'edit', target: key.id ?? '', text: 'O bolo de hoje' })

  test('changes the caption on the customer’s phone', async () => {
    const picture = await aPicture()
    const shown = await atAna(await writes(jidOfAna, edit(picture), picture))
    expect(shown).toMatchObject({ type: 'edit', target: picture.key.id, text: 'O bolo de hoje' })
  })

  test('leaves no caption there if it comes as a text', async () => {
    const picture = await aPicture()
    const shown = await atAna(await writes(jidOfAna, edit(picture), { ...picture, type: 'text' }))
    expect(shown).toMatchObject({ type: 'edit', target: picture.key.id, text: '' })
  })
})

describe('the timer of disappearing messages', () => {
  const timer = (expected: number) =>
    until(`the timer is ${expected}`, async () => (await shop.conversation(ANA))?.messageTimer === expected)
  const protocol = (message: object) => on.control.writes(ANA, SHOP, { type: 'other', message })

  test('is learned from a customer’s message, and from its changes', async () => {
    await on.control.write(ANA, SHOP, 'Oi')
    await protocol({ extendedTextMessage: { text: 'Some amanhã', contextInfo: { expiration: 86_400 } } })
    await timer(86_400)
    for (const ephemeralExpiration of [WEEK, 0]) {
      await protocol({ protocolMessage: { type: 'EPHEMERAL_SETTING', ephemeralExpiration } })
      await timer(ephemeralExpiration)
    }
  })

  test('is a group’s own, also after a change', async () => {
    const group = await on.control.createGroup({ subject: 'Clientes', members: [SHOP, ANA] })
    const shown = async () =>
      (await atAna(await writes(group, { type: 'text', text: 'Olá' }))).disappearsAfter
    expect(await shown()).toBeUndefined()
    await on.control.changeGroup(group, { disappearsAfter: WEEK })
    await expect.poll(shown).toBe(WEEK)
    const { line } = shop.session
    const id = newMessageId()
    const route = await line.prepare(group)
    await line.send(route, await line.ready(route, { type: 'text', text: 'Oferta' }, id))
    expect((await atAna(id)).disappearsAfter).toBe(WEEK)
  })
})

describe('a group', () => {
  const mayWrite = async (group: string) => !(await shop.session.line.routeTo(group)).onlyAdminsWrite

  test('limited to admins is closed to the account until it is one', async () => {
    const group = await on.control.createGroup({ subject: 'Avisos', members: [SHOP, ANA], admins: [ANA] })
    expect(await mayWrite(group)).toBe(true)
    await on.control.changeGroup(group, { onlyAdmins: true })
    await expect.poll(() => mayWrite(group)).toBe(false)
    await on.control.changeMembers(group, { promote: [SHOP] })
    await expect.poll(() => mayWrite(group)).toBe(true)
  })

  test('that is the parent of a community is not read', async () => {
    await on.control.createGroup({ subject: 'Comunidade', members: [SHOP, ANA], community: true })
    const chat = await on.control.createGroup({ subject: 'Clientes', members: [SHOP, ANA] })
    const { groups } = await shop.session.line.readGroups()
    expect(groups.map(({ id }) => id)).toEqual([chat])
  })
})
