import { askedAgain } from '@recado/fargate-session/session/asked-again'
import { amendOwnMessage } from '@recado/shared/conversations/amend'
import { messageKey, placeKey, type StoredMessage } from '@recado/shared/conversations/message'
import { type Chat, chatOfGroup, chatOfLid, chatOfNumber } from '@recado/shared/messages/chat'
import { putSentMessage } from '@recado/shared/messages/sent-messages'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'

const ANA = '5511987650001'
const [ANAS_LID, BIAS_LID, UNKNOWN_LID] = ['100000000000001', '100000000000002', '100000000000003']
const GROUP = '120363000000000001'
const numberOf = async (lid: string) =>
  new Map([
    [`${ANAS_LID}@lid`, `${ANA}@s.whatsapp.net`],
    [`${BIAS_LID}@lid`, '5511987650002@s.whatsapp.net'],
  ]).get(lid)

let table: TenantTable
beforeEach(() => {
  table = new TenantTable(new MemoryTable(), 'A')
})

const AT = '2026-11-21T12:00:00.000Z'
const content = { type: 'text' as const, text: 'O orçamento é de R$ 900' }
const sentIn = (chat: Chat) =>
  putSentMessage(table, 'C', { messageId: 'M', chat, at: AT, jid: 'x', content }, Date.parse(AT))
const asked = (remoteJid: string | undefined, id = 'M') => askedAgain(table, 'C', { id, remoteJid }, numberOf)
const found = { extendedTextMessage: { text: content.text } }

describe('a message that a phone requests again', () => {
  test.each([
    ['by number', chatOfNumber(ANA), `${ANA}@s.whatsapp.net`],
    ['by number, from another device', chatOfNumber(ANA), `${ANA}:12@s.whatsapp.net`],
    ['by number, as it was spelled before', chatOfNumber(ANA), '551187650001@s.whatsapp.net'],
    ['by LID', chatOfNumber(ANA), `${ANAS_LID}@lid`],
    ['by a LID that may be theirs', chatOfNumber(ANA), `${UNKNOWN_LID}@lid`],
    ['by LID, before the number was known', chatOfLid(ANAS_LID), `${ANAS_LID}@lid`],
    ['by number, after the message to the LID', chatOfLid(ANAS_LID), `${ANA}@s.whatsapp.net`],
    ['in a group', chatOfGroup(GROUP), `${GROUP}@g.us`],
  ])('is sent in its conversation: %s', async (_, chat, jid) => {
    await sentIn(chat)
    expect(await asked(jid)).toEqual(found)
  })

  test.each([
    ['another number', chatOfNumber(ANA), '5511987650002@s.whatsapp.net'],
    ['another person’s LID', chatOfNumber(ANA), `${BIAS_LID}@lid`],
    ['another LID', chatOfLid(ANAS_LID), `${BIAS_LID}@lid`],
    ['a group', chatOfNumber(ANA), `${GROUP}@g.us`],
    ['a person instead of their group', chatOfGroup(GROUP), `${ANA}@s.whatsapp.net`],
    ['another group', chatOfGroup(GROUP), '120363000000000002@g.us'],
  ])('is not sent to someone who only knows its id: %s', async (_, chat, jid) => {
    await sentIn(chat)
    expect(await asked(jid)).toBeUndefined()
  })

  test('is found in its conversation once it is no longer among the sent ones', async () => {
    const place = { connectionId: 'C', chat: chatOfNumber(ANA), messageId: 'M', fromMe: true, at: AT }
    const message: StoredMessage = { ...place, content, original: '' }
    await table.put({ ...message, ...messageKey(message) })
    await table.put({ ...placeKey('C', place), chat: place.chat, at: AT })
    expect(await asked(`${ANA}@s.whatsapp.net`)).toEqual(found)
    expect(await asked(`${BIAS_LID}@lid`)).toBeUndefined()
    expect(await asked(`${ANA}@s.whatsapp.net`, 'OTHER')).toBeUndefined()
  })
  test('is not sent again once the company has deleted it for everybody', async () => {
    await sentIn(chatOfNumber(ANA))
    const place = { connectionId: 'C', chat: chatOfNumber(ANA), messageId: 'M', fromMe: true, at: AT }
    const message: StoredMessage = { ...place, content, original: '' }
    await table.put({ ...message, ...messageKey(message) })
    await table.put({ ...placeKey('C', place), chat: place.chat, at: AT })
    expect(await asked(`${ANA}@s.whatsapp.net`)).toEqual(found)
    await amendOwnMessage(table, 'C', { type: 'delete', target: 'M' }, '2026-11-21T12:01:00.000Z')
    expect(await asked(`${ANA}@s.whatsapp.net`)).toBeUndefined()
  })
})
