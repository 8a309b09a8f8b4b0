import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import type { Connection } from '@recado/shared/connections/connection'
import type { StoredMessage } from '@recado/shared/conversations/message'
import type { InboundEvent } from '@recado/shared/messages/inbound'
import { sqsClient } from '@recado/shared/queues/sqs'
import { beforeAll, describe, expect, test } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { Conversations } from '../support/conversations.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { ownSystem } from '../support/test-system.ts'

const SHOP = '5511900000011'
const text = (of: string) => ({ type: 'text' as const, text: of })
const saying = (of: string) => (message: StoredMessage) =>
  message.content.type === 'text' && message.content.text === of

describe('what is said over a connection', () => {
  const { system } = ownSystem()
  let admin: ApiClient
  let connection: Connection
  let conversations: Conversations

  beforeAll(async () => {
    admin = await ApiClient.signIn(system.origin)
    connection = await admin.linkedConnection(SHOP)
    conversations = await Conversations.ofConnection(admin, connection.id)
  })

  const says = (from: string, message: Record<string, unknown>) =>
    admin.simulator<{ id: string }>('POST', `/phones/${from}/messages`, { to: SHOP, ...message })
  const texts = async (chat: string) =>
    (await conversations.messages(chat)).map(({ content }) => content.type === 'text' && content.text)

  test('a message joins its sender’s conversation, and the answer reaches the phone', async () => {
    const ana = '5511955550001'
    await says(ana, { text: 'Bom dia, vocês abrem hoje?' })
    const came = await conversations.until('the question', ana, saying('Bom dia, vocês abrem hoje?'))
    expect(came).toMatchObject({ fromMe: false, chat: ana })
    expect(await conversations.conversation(ana)).toMatchObject({
      preview: 'Bom dia, vocês abrem hoje?',
    })

    const answer = await conversations.write(ana, text('Abrimos às 9h.'), came.messageId)
    await eventually('the answer', async () =>
      (await admin.messagesOf(ana)).find((message) => message.text === 'Abrimos às 9h.'),
    )
    const sent = await conversations.until(
      'the receipt',
      ana,
      ({ messageId, level }) => messageId === answer.messageId && level === 'delivered',
    )
    expect(sent).toMatchObject({ fromMe: true, status: 'SENT', origin: 'user' })
  })

  test('a preview is not cut inside an emoji', async () => {
    const bia = '5511955550021'
    const said = `${'a'.repeat(79)}😀 e mais`
    await says(bia, { text: said })
    await conversations.until('the message', bia, saying(said))
    expect((await conversations.conversation(bia))?.preview).toBe(`${'a'.repeat(79)}😀`)
  })

  test('a message that cannot be stored does not hold up the next one', async () => {
    const ivo = '5511955550022'
    const { companyId } = conversations.table
    const event = (messageId: string, at: number): InboundEvent => ({
      kind: 'message',
      companyId,
      connectionId: connection.id,
      person: { number: ivo },
      fromMe: false,
      messageId,
      timestamp: Math.floor(at / 1000),
      at,
      content: text(messageId.charAt(0)),
      original: '',
    })
    const now = Date.now()
    // No key of a row is as long as this one.
    for (const [at, messageId] of ['X'.repeat(1500), 'Y'].entries())
      await conversations.queues.inOrder('inbound', event(messageId, now + at), {
        group: `${connection.id}/test`,
        id: `${now}-${at}`,
      })
    await conversations.until('the message behind it', ivo, saying('Y'))
    expect(await texts(ivo)).toEqual(['Y'])
    await eventually('it waits for an operator', async () => {
      const { Messages = [] } = await sqsClient().send(
        new ReceiveMessageCommand({
          QueueUrl: `${process.env.QUEUE_URL_PREFIX}inbound-dead.fifo`,
          VisibilityTimeout: 0,
        }),
      )
      return Messages.some(({ Body = '' }) => Body.includes('XXXX'))
    })
  })

  test('a campaign whose preview is cut at an emoji reaches every recipient', async () => {
    const phones = ['5511955550023', '5511955550024', '5511955550025']
    const list = await admin.newList('Com emoji')
    await admin.addContacts(list.id, phones)
    await admin.settings({ messageInterval: '0' })
    const message1 = `${'b'.repeat(79)}😀!`
    const { id } = await admin.newCampaign({ whatsappId: connection.id, contactListId: list.id, message1 })
    await admin.call('startCampaign', { campaignId: id })
    const report = await admin.finished(id)
    expect(report.counters).toMatchObject({ sent: 3, failed: 0, open: 0 })
    for (const phone of phones) {
      expect((await admin.messagesOf(phone)).map((message) => message.text)).toEqual([message1])
      await conversations.until('the message', phone, saying(message1))
    }
  })

  test('old and new spelling of a mobile number are one conversation', async () => {
    const old = '551195555002'
    await admin.simulator('POST', '/phones', { number: old, name: 'Beto' })
    await says(old, { text: 'Oi' })
    expect(await conversations.until('the message', '5511995555002', saying('Oi'))).toBeDefined()
  })

  test('messages that arrive while workers are killed are stored once and in order', {
    timeout: atMost(200_000),
  }, async () => {
    const caio = '5511955550003'
    const sent = Array.from({ length: 12 }, (_, index) => `mensagem ${index}`)
    for (const [index, of] of sent.entries()) {
      await says(caio, { text: of })
      if (index === 3 || index === 7) await system.kill('workers')
    }
    // What a killed worker had in hand comes back when its time is over.
    await eventually('all of them', async () => (await texts(caio)).length >= sent.length, 180_000)
    expect(await texts(caio)).toEqual(sent)
  })

  test('messages that arrive while the connection is away are stored once and in order', {
    timeout: atMost(120_000),
  }, async () => {
    const dora = '5511955550004'
    await says(dora, { text: 'antes' })
    await conversations.until('the first', dora, saying('antes'))
    await system.kill('session')
    const sent = Array.from({ length: 8 }, (_, index) => `durante ${index}`)
    for (const of of sent) await says(dora, { text: of })
    await admin.connected(connection.id, 60_000)
    await eventually('all of them', async () => (await texts(dora)).length > sent.length, 60_000)
    expect(await texts(dora)).toEqual(['antes', ...sent])
  })

  test('messages written on the account’s own phone join the conversation', async () => {
    const eva = '5511955550005'
    await admin.simulator('POST', `/phones/${SHOP}/messages`, { to: eva, text: 'Escrevi no celular' })
    const message = await conversations.until('the message', eva, saying('Escrevi no celular'))
    expect(message).toMatchObject({ fromMe: true, origin: 'phone', status: 'SENT' })
  })

  test('a campaign’s message joins the conversation of a recipient who answers', async () => {
    const fabio = '5511955550006'
    const list = await admin.newList()
    await admin.addContacts(list.id, [fabio])
    await admin.settings({ messageInterval: '0' })
    const { id } = await admin.newCampaign({ whatsappId: connection.id, contactListId: list.id })
    await admin.call('startCampaign', { campaignId: id })
    await admin.finished(id)
    await says(fabio, { text: 'Quero saber mais' })
    await conversations.until('the answer', fabio, saying('Quero saber mais'))
    const [campaign, answer] = await conversations.messages(fabio)
    expect(campaign).toMatchObject({ fromMe: true, origin: 'campaign', status: 'SENT' })
    expect(answer).toMatchObject({ fromMe: false })
  })

  test('after a killed socket service the next message still arrives, since phones ask for unreadable ones again', {
    timeout: atMost(180_000),
  }, async () => {
    const gil = '5511955550007'
    await says(gil, { text: 'Oi' })
    await conversations.until('the message', gil, saying('Oi'))
    const arrived = async (of: string) =>
      (await admin.messagesOf(gil)).filter((message) => message.text === of).length
    // Its keys may not be stored yet.
    await conversations.write(gil, text('antes da queda'))
    await eventually('it arrives', async () => (await arrived('antes da queda')) > 0)
    await system.kill('session')
    await eventually(
      'somebody holds it again',
      async () => {
        const { status } = await admin.attempt('testConnection', { whatsappId: connection.id })
        return status === 200
      },
      90_000,
    )
    await conversations.write(gil, text('depois da queda'))
    await eventually('it arrives', async () => (await arrived('depois da queda')) > 0)
    await says(gil, { text: 'resposta' })
    await conversations.until('the answer', gil, saying('resposta'))
    expect([await arrived('antes da queda'), await arrived('depois da queda')]).toEqual([1, 1])
  })
})
