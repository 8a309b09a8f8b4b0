import { chatsOfHistory } from '@recado/fargate-session/inbound/chats-of-history'
import { handler } from '@recado/functions/conversations/inbound-worker'
import { blocksOf, isBlocked } from '@recado/shared/contact-blocks/store'
import { conversationKey } from '@recado/shared/conversations/conversation'
import { outgoingMessages } from '@recado/shared/conversations/outgoing'
import { chatOfLid, chatOfNumber } from '@recado/shared/messages/chat'
import type { KnownChat } from '@recado/shared/messages/inbound'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { proto, type WAMessage } from '@whiskeysockets/baileys'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { recordMessage } from '../support/arriving.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { sqsRecord } from '../support/sqs-record.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const [SHOP, ANA, LID] = ['LOJA', '5511987651001', '777000111222'] as const
/** The campaign wrote, the account was unlinked, Ana answered, and the account is linked again. */
const [CAMPAIGN, ANSWER, NOW] = ['2026-11-18T12:00:00Z', '2026-11-19T09:30:00Z', '2026-11-21T12:00:00Z'].map(
  (at) => Date.parse(at),
) as [number, number, number]

let table: TenantTable
beforeEach(() => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  const { ports, log } = enginePorts(memory, () => NOW)
  setContext({ table, log, ports })
})

const campaignWrote = (chat: string, at = CAMPAIGN) => {
  const campaignAt = new Date(at).toISOString()
  return table.update(conversationKey(SHOP, chat), { set: { connectionId: SHOP, chat, campaignAt } })
}
const linkedAgain = (...chats: KnownChat[]) =>
  handler({ Records: [sqsRecord({ kind: 'history', companyId: 'A', connectionId: SHOP, chats })] })
const word = (text: string, at = ANSWER, messageId = 'M1') => ({ messageId, timestamp: at / 1000, text })

describe('an opt-out word in the history of an account that was linked again', () => {
  test('blocks its author, with the word as evidence, and sends nothing', async () => {
    await campaignWrote(chatOfNumber(ANA))
    await linkedAgain({ person: { number: ANA }, name: 'Ana', words: [word('Sair!')] })
    expect(await isBlocked(table, ANA)).toBe(true)
    const evidence = { text: 'Sair!', at: new Date(ANSWER).toISOString(), whatsappId: SHOP }
    expect(await blocksOf(table, { number: ANA, lid: undefined })).toMatchObject([
      { name: 'Ana', origin: 'OPT_OUT', evidence },
    ])
    expect(await outgoingMessages(table, SHOP)).toEqual([])
  })

  test('blocks a person who is known by LID only', async () => {
    await campaignWrote(chatOfLid(LID))
    await linkedAgain({ person: { lid: LID }, words: [word('sair')] })
    expect(await blocksOf(table, { number: '', lid: LID })).toMatchObject([{ lid: LID, origin: 'OPT_OUT' }])
  })

  test('is undone by a later return word', async () => {
    await campaignWrote(chatOfNumber(ANA))
    const words = [word('sair'), word('voltar', ANSWER + 60_000, 'M2')]
    await linkedAgain({ person: { number: ANA }, words })
    expect(await isBlocked(table, ANA)).toBe(false)
  })

  test.each([
    ['before the campaign', CAMPAIGN],
    ['without a campaign', undefined],
  ])('does not count %s: it meant something else', async (_, at) => {
    if (at) await campaignWrote(chatOfNumber(ANA), at)
    await linkedAgain({ person: { number: ANA }, words: [word('cancelar', CAMPAIGN - 3_600_000)] })
    expect(await isBlocked(table, ANA)).toBe(false)
  })

  test('does not count again if it was received when it came', async () => {
    await campaignWrote(chatOfNumber(ANA))
    const received = { kind: 'message', companyId: 'A', connectionId: SHOP, person: { number: ANA } } as const
    const content = { type: 'text', text: 'sair' } as const
    const at = { messageId: 'M1', timestamp: ANSWER / 1000, at: ANSWER, fromMe: false, original: '' }
    await recordMessage(table, { ...received, ...at, content })
    await linkedAgain({ person: { number: ANA }, words: [word('sair')] })
    expect(await isBlocked(table, ANA)).toBe(false)
  })
})

describe('the words of a history', () => {
  const chat = `${ANA}@s.whatsapp.net`
  const message = (conversation: string, id: string, of: Partial<proto.IMessageKey> = {}, at = 1) =>
    proto.WebMessageInfo.create({
      key: { remoteJid: chat, id, fromMe: false, ...of },
      message: { conversation },
      messageTimestamp: at,
    }) as WAMessage

  test('are the short texts that its people wrote, in their order', () => {
    const messages = [
      message('sair', 'M3', {}, 30),
      message('oi', 'M1', {}, 10),
      message('Promoção!', 'M2', { fromMe: true }, 20),
      message('x'.repeat(61), 'M4', {}, 40),
      message('parar', 'M5', { remoteJid: '5511987651002@s.whatsapp.net' }, 50),
    ]
    expect(chatsOfHistory({ chats: [{ id: chat }], messages }).slice(0, 1)).toEqual([
      {
        person: { number: ANA },
        words: [
          { messageId: 'M1', timestamp: 10, text: 'oi' },
          { messageId: 'M3', timestamp: 30, text: 'sair' },
        ],
      },
    ])
  })

  test('count in a chat that an earlier part of the history has named', () => {
    const messages = [message('sair', 'M1'), message('x'.repeat(61), 'M2', { remoteJid: `${LID}@lid` })]
    expect(chatsOfHistory({ chats: [], messages })).toEqual([
      { person: { number: ANA }, words: [{ messageId: 'M1', timestamp: 1, text: 'sair' }] },
    ])
  })

  test('are the latest ten of a chat', () => {
    const messages = Array.from({ length: 30 }, (_, at) => message(`${at}`, `M${at}`, {}, at))
    const [known] = chatsOfHistory({ chats: [{ id: chat }], messages })
    expect(known?.words?.map(({ text }) => Number(text))).toEqual(
      Array.from({ length: 10 }, (_, at) => 20 + at),
    )
  })
})
