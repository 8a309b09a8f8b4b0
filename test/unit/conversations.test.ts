import { acquaintance, getConversation } from '@recado/shared/conversations/conversation'
import { pageOfGallery } from '@recado/shared/conversations/gallery'
import {
  messageOfId,
  messageWrite,
  pageOfMessages,
  placeKey,
  raiseMessageLevel,
  type StoredMessage,
} from '@recado/shared/conversations/message'
import { groupKey } from '@recado/shared/groups/store'
import { chatOfNumber } from '@recado/shared/messages/chat'
import type { Content } from '@recado/shared/messages/content'
import type { GalleryKind } from '@recado/shared/messages/gallery'
import type { InboundMessage } from '@recado/shared/messages/inbound'
import { learnNumbers } from '@recado/shared/phone-numbers/lids'
import { MemoryTable } from '@recado/shared/table/memory'
import { committed } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { recordHistory } from '@recado/shared/tickets/arrival/history'
import { settlePerson } from '@recado/shared/tickets/arrival/settle-person'
import { beforeEach, describe, expect, test } from 'vitest'
import { recordMessage, unwatched } from '../support/arriving.ts'
import { EventfulTable } from '../support/eventful-table.ts'

const CONNECTION = 'LOJA'
const NUMBER = '5511955551234'
const LID = '777000111222'
const NOON = 1_790_000_000

let table: TenantTable
let next = 0
beforeEach(() => {
  table = new TenantTable(new MemoryTable(), 'A')
  next = 0
})

const aMessage = (of: Partial<InboundMessage> = {}): InboundMessage => ({
  at: (of.timestamp ?? NOON) * 1000 + next,
  kind: 'message',
  companyId: 'A',
  connectionId: CONNECTION,
  person: { number: NUMBER },
  fromMe: false,
  messageId: `M${next++}`,
  timestamp: NOON,
  original: '',
  content: { type: 'text', text: 'Olá' },
  ...of,
})
const saying = (text: string, of: Partial<InboundMessage> = {}) =>
  aMessage({ content: { type: 'text', text }, ...of })
const stored = async (chat: string, of = table) =>
  (await pageOfMessages(of, CONNECTION, chat, { limit: 50 })).rows.reverse()
const texts = async (chat: string) =>
  (await stored(chat)).map(({ content }) => (content.type === 'text' ? content.text : content.type))

describe('an incoming message', () => {
  test('is stored once, for any number of deliveries', async () => {
    const message = saying('Bom dia')
    for (let delivery = 0; delivery < 3; delivery++) await recordMessage(table, message)
    expect(await texts(NUMBER)).toEqual(['Bom dia'])
    expect(await getConversation(table, CONNECTION, NUMBER)).toMatchObject({
      preview: 'Bom dia',
      wroteAt: NOON * 1000,
    })
  })

  test('is stored at its own time as a replay, and does not become the latest', async () => {
    await recordMessage(table, saying('agora', { timestamp: NOON + 100 }))
    await recordMessage(table, saying('antes', { timestamp: NOON }))
    expect(await texts(NUMBER)).toEqual(['antes', 'agora'])
    expect(await getConversation(table, CONNECTION, NUMBER)).toMatchObject({ preview: 'agora' })
  })

  test('in a group belongs to the group and names its sender', async () => {
    await recordMessage(
      table,
      saying('Oi, gente', { groupId: '120363', person: { number: NUMBER, lid: LID } }),
    )
    const [message] = await stored('group-120363')
    expect(message).toMatchObject({ sender: { number: NUMBER, lid: LID } })
    expect(await stored(NUMBER)).toEqual([])
  })

  test('replaces its placeholder once it can be read', async () => {
    const unread = (about: 'unreadable' | 'view-once') => ({
      type: 'notice' as const,
      about,
      text: '',
      items: [],
    })
    await recordMessage(table, aMessage({ messageId: 'T', content: unread('unreadable') }))
    await recordMessage(table, saying('depois'))
    expect(await texts(NUMBER)).toEqual(['notice', 'depois'])
    const read = await recordMessage(
      table,
      saying('antes', { messageId: 'T', original: 'b3JpZ2luYWw=', quoted: 'Q' }),
    )
    expect(read).toMatchObject({ content: { text: 'antes' }, original: 'b3JpZ2luYWw=', quoted: 'Q' })
    // Browsers know by the revision that it is newer, whichever event comes first.
    expect(await stored(NUMBER)).toMatchObject([
      { content: { text: 'antes' }, contentRevision: 1, quoted: 'Q' },
      {},
    ])
    expect(await getConversation(table, CONNECTION, NUMBER)).toMatchObject({ preview: 'depois' })
    // A readable message stays.
    await recordMessage(table, aMessage({ messageId: 'T', content: unread('unreadable') }))
    expect(await texts(NUMBER)).toEqual(['antes', 'depois'])
  })

  test('becomes the conversation’s preview as soon as it can be read', async () => {
    const about = 'unreadable' as const
    await recordMessage(
      table,
      aMessage({ messageId: 'T', content: { type: 'notice', about, text: '', items: [] } }),
    )
    expect(await getConversation(table, CONNECTION, NUMBER)).toMatchObject({ preview: '[unreadable]' })
    await recordMessage(table, saying('Oi', { messageId: 'T', timestamp: NOON + 5 }))
    expect(await getConversation(table, CONNECTION, NUMBER)).toMatchObject({ preview: 'Oi' })
  })

  test('belongs to one company only, even with the same ids', async () => {
    const memory = new MemoryTable()
    const [one, other] = [new TenantTable(memory, 'A'), new TenantTable(memory, 'B')]
    await recordMessage(one, saying('só de A', { messageId: 'SAME' }))
    expect(await stored(NUMBER, other)).toEqual([])
    await recordMessage(other, saying('só de B', { messageId: 'SAME' }))
    expect(await stored(NUMBER, one)).toHaveLength(1)
    expect(await stored(NUMBER, other)).toHaveLength(1)
  })
})

describe('a person known only by LID', () => {
  const byLid = (text: string) => saying(text, { person: { lid: LID }, timestamp: NOON + next })

  test('has a conversation, which moves to the number when the number is learned', async () => {
    await recordMessage(table, saying('pelo número', { timestamp: NOON - 50 }))
    await recordMessage(table, byLid('pelo id'))
    await recordMessage(table, byLid('ainda pelo id'))
    expect(await texts(`lid-${LID}`)).toEqual(['pelo id', 'ainda pelo id'])

    await recordMessage(
      table,
      saying('com os dois', { person: { number: NUMBER, lid: LID }, timestamp: NOON + 90 }),
    )
    expect(await texts(NUMBER)).toEqual(['pelo número', 'pelo id', 'ainda pelo id', 'com os dois'])
    expect(await stored(`lid-${LID}`)).toEqual([])
    expect(await getConversation(table, CONNECTION, `lid-${LID}`)).toBeUndefined()
    expect(await getConversation(table, CONNECTION, NUMBER)).toMatchObject({ lid: LID })
  })

  test('is then found by the number, and a replayed message is not duplicated', async () => {
    const first = byLid('pelo id')
    await recordMessage(table, first)
    await settlePerson(table, unwatched(NOON * 1000), CONNECTION, { number: NUMBER, lid: LID })
    await recordMessage(table, first)
    await recordMessage(table, byLid('depois'))
    expect(await texts(NUMBER)).toEqual(['pelo id', 'depois'])
  })

  test('an interrupted move is finished by the next message', async () => {
    for (const text of ['um', 'dois', 'três']) await recordMessage(table, byLid(text))
    // Only the start: the number is known, nothing has moved.
    await learnNumbers(table, [{ number: NUMBER, lid: LID }])
    await recordMessage(table, byLid('quatro'))
    expect(await texts(NUMBER)).toEqual(['um', 'dois', 'três', 'quatro'])
  })

  test('a message is found by its id while its conversation moves', async () => {
    const memory = new EventfulTable()
    table = new TenantTable(memory, 'A')
    await recordMessage(table, byLid('pelo id'))
    const id = { messageId: 'M0', fromMe: false }
    const place = placeKey(CONNECTION, id)
    memory.afterGet = async ({ sk }) => {
      if (sk !== place.sk) return
      memory.afterGet = async () => undefined
      await settlePerson(table, unwatched(NOON * 1000), CONNECTION, { number: NUMBER, lid: LID })
    }
    expect(await messageOfId(table, CONNECTION, id)).toMatchObject({ chat: NUMBER })
  })
})

describe('a change of another message', () => {
  const about = (content: InboundMessage['content'], of: Partial<InboundMessage> = {}) =>
    recordMessage(table, aMessage({ content, ...of }))

  test('a reaction is shown on its message, and can be removed', async () => {
    await recordMessage(table, saying('Chegou!', { messageId: 'T' }))
    await about({ type: 'reaction', target: 'T', emoji: '👍' })
    expect((await stored(NUMBER))[0]).toMatchObject({ [`reaction:${NUMBER}`]: '👍' })
    await about({ type: 'reaction', target: 'T', emoji: '' })
    expect((await stored(NUMBER))[0]).toMatchObject({ [`reaction:${NUMBER}`]: '' })
    expect(await stored(NUMBER)).toHaveLength(1)
  })

  test.each([
    ['another replaces it', '❤️', [[`reaction:${NUMBER}`, '❤️']]],
    ['it is taken back', '', [[`reaction:${NUMBER}`, '']]],
  ])(
    'a reaction of a person known by LID stands once after the number is learned: %s',
    async (_, emoji, left) => {
      const byLid = { person: { lid: LID } }
      await recordMessage(table, saying('Chegou!', { ...byLid, messageId: 'T' }))
      await about({ type: 'reaction', target: 'T', emoji: '👍' }, byLid)
      await about({ type: 'reaction', target: 'T', emoji }, { person: { lid: LID, number: NUMBER } })
      const [message = {}] = await stored(NUMBER)
      expect(Object.entries(message).filter(([name]) => name.startsWith('reaction:'))).toEqual(left)
    },
  )

  test('a sender edits and deletes their own message for everyone', async () => {
    await recordMessage(table, saying('às 9', { messageId: 'T' }))
    await about({ type: 'edit', target: 'T', text: 'às 10' })
    expect(await texts(NUMBER)).toEqual(['às 10'])
    await about({ type: 'delete', target: 'T' })
    expect((await stored(NUMBER))[0]).toMatchObject({ content: { text: '' }, deletedAt: expect.any(String) })
    expect((await stored(NUMBER))[0]?.original).toBeUndefined()
  })

  test('another person cannot edit a message', async () => {
    const groupId = '120363'
    await recordMessage(table, saying('meu', { groupId, messageId: 'T' }))
    await about(
      { type: 'edit', target: 'T', text: 'falso' },
      { groupId, person: { number: '5511955559999' } },
    )
    expect(await texts(`group-${groupId}`)).toEqual(['meu'])
  })

  describe('known by its id to all members of a group', () => {
    const [groupId, other] = ['120363', '120777']
    const [caio, mallory] = [{ number: NUMBER, lid: LID }, { number: '5511955559999' }]
    const admin = (person: { number: string }, isAdmin: boolean) =>
      table.put({
        ...groupKey(CONNECTION, groupId),
        connectionId: CONNECTION,
        groupId,
        subject: 'Clientes',
        addressing: 'pn',
        members: [{ number: person.number, lid: null, admin: isAdmin }],
        updatedAt: '2026-11-21T12:00:00.000Z',
      })
    const inGroup = { groupId, person: mallory }
    const changes: [string, Partial<InboundMessage>][] = [
      ['her own conversation', { person: mallory }],
      ['another group', { groupId: other, person: mallory }],
      ['the group itself', inGroup],
    ]

    test.each(changes)('another member cannot edit, delete or complete it from %s', async (_, from) => {
      await admin(mallory, false)
      await recordMessage(table, saying('meu', { groupId, person: caio, messageId: 'T' }))
      await about(
        { type: 'notice', about: 'unreadable', text: '', items: [] },
        {
          groupId,
          person: caio,
          messageId: 'UNREAD',
        },
      )
      const before = await stored(`group-${groupId}`)
      await about({ type: 'edit', target: 'T', text: 'falso' }, from)
      await about({ type: 'delete', target: 'T' }, from)
      await recordMessage(table, saying('falso', { ...from, messageId: 'UNREAD' }))
      expect(await stored(`group-${groupId}`)).toEqual(before)

      await recordMessage(table, saying('verdadeiro', { groupId, person: { lid: LID }, messageId: 'UNREAD' }))
      expect(await texts(`group-${groupId}`)).toEqual(['meu', 'verdadeiro'])
    })

    test('a stranger cannot delete a message or react to it', async () => {
      await recordMessage(table, saying('nossa resposta', { fromMe: true, messageId: 'T' }))
      const before = await stored(NUMBER)
      await about({ type: 'delete', target: 'T' }, inGroup)
      await about({ type: 'reaction', target: 'T', emoji: '👍' }, inGroup)
      await about({ type: 'reaction', target: 'T', emoji: '👍' }, { person: mallory })
      expect(await stored(NUMBER)).toEqual(before)
    })

    test('an admin deletes it, and edits nothing', async () => {
      await admin(mallory, true)
      await recordMessage(table, saying('meu', { groupId, person: caio, messageId: 'T' }))
      await about({ type: 'edit', target: 'T', text: 'falso' }, inGroup)
      expect(await texts(`group-${groupId}`)).toEqual(['meu'])
      await about({ type: 'delete', target: 'T' }, inGroup)
      expect((await stored(`group-${groupId}`))[0]).toHaveProperty('deletedAt')
    })

    test('the company’s own phone deletes it as an admin', async () => {
      await recordMessage(table, saying('meu', { groupId, person: caio, messageId: 'T' }))
      await about({ type: 'delete', target: 'T' }, { groupId, fromMe: true })
      expect((await stored(`group-${groupId}`))[0]).toHaveProperty('deletedAt')
    })
  })

  test('a change of an unknown message does nothing', async () => {
    await about({ type: 'delete', target: 'UNKNOWN' })
    expect(await stored(NUMBER)).toEqual([])
  })
})

describe('a person’s acquaintance', () => {
  const known = async (number: string = NUMBER) =>
    acquaintance(await getConversation(table, CONNECTION, chatOfNumber(number)))

  test('a person who wrote, here or before the account was linked, is no stranger', async () => {
    expect(await known()).toEqual({ wrote: false, written: false })
    await recordHistory(table, unwatched(NOON * 1000), {
      kind: 'history',
      companyId: 'A',
      connectionId: CONNECTION,
      chats: [{ person: { number: NUMBER }, name: 'Ana', wroteAt: NOON }],
    })
    expect(await known()).toEqual({ wrote: true, written: false })
  })

  test('the old spelling of a mobile number is the same person', async () => {
    await recordMessage(table, saying('Oi', { person: { number: '551155551234' } }))
    await recordMessage(table, saying('Oi', { person: { number: '551195551234' } }))
    expect(await known('5511995551234')).toMatchObject({ wrote: true })
  })

  test('an account’s history does not replace newer knowledge', async () => {
    await recordMessage(table, saying('hoje', { timestamp: NOON }))
    await recordHistory(table, unwatched(NOON * 1000), {
      kind: 'history',
      companyId: 'A',
      connectionId: CONNECTION,
      chats: [{ person: { number: NUMBER }, wroteAt: NOON - 9000 }],
    })
    expect(await getConversation(table, CONNECTION, NUMBER)).toMatchObject({ wroteAt: NOON * 1000 })
  })
})

describe('the gallery of a conversation', () => {
  const media = { state: 'READY', mimetype: 'image/png', bytes: 10, key: 'k' } as const
  const galleryOf = async (kind: GalleryKind, before?: string, limit = 2) =>
    pageOfGallery(table, { connectionId: CONNECTION, chat: NUMBER }, kind, before, limit)
  const idsOf = ({ rows }: { rows: { messageId: string }[] }) => rows.map(({ messageId }) => messageId)

  test('has pictures, files and links apart, newest first, and no deleted message and no note', async () => {
    const kept = async (messageId: string, of: Partial<StoredMessage>) =>
      committed(
        table.transact([
          messageWrite({
            connectionId: CONNECTION,
            chat: NUMBER,
            messageId,
            at: new Date(NOON * 1000 + next++).toISOString(),
            fromMe: false,
            content: { type: 'text', text: 'Oi' },
            ...of,
          }),
        ]),
      )
    await kept('picture', { content: { type: 'image', caption: 'http sem endereço', media } })
    await kept('voice', { content: { type: 'audio', voice: true, seconds: 3, media } })
    await kept('song', { content: { type: 'audio', voice: false, seconds: 3, media } })
    await kept('contract', { content: { type: 'document', fileName: 'c.pdf', caption: '', media } })
    await kept('link', { content: { type: 'text', text: 'Veja https://recado.test/a' } })
    await kept('captioned', { content: { type: 'video', caption: 'http://recado.test', media } })
    await kept('deleted', { content: { type: 'image', caption: '', media }, deletedAt: 'x' })
    const note = { type: 'note' as const, text: 'https://recado.test', mentions: [] }
    await kept('note', { content: note, internal: true })
    await kept('campaign', { fromMe: true, origin: 'campaign' })
    expect(idsOf(await galleryOf('media', undefined, 9))).toEqual(['captioned', 'picture'])
    expect(idsOf(await galleryOf('files', undefined, 9))).toEqual(['contract', 'song'])
    expect(idsOf(await galleryOf('links', undefined, 9))).toEqual(['captioned', 'link'])
    expect(idsOf(await galleryOf('campaigns', undefined, 9))).toEqual(['campaign'])
  })

  test('is read in pages of at most 600 messages, and the next page goes on', async () => {
    const said = async (content: Content) => recordMessage(table, aMessage({ content }))
    await said({ type: 'image', caption: 'a primeira', media })
    for (let count = 0; count < 650; count++) await said({ type: 'text', text: 'Oi' })
    for (const caption of ['a antepenúltima', 'a penúltima', 'a última'])
      await said({ type: 'image', caption, media })
    const pages: string[][] = []
    let before: string | undefined
    do {
      const page = await galleryOf('media', before)
      pages.push(page.rows.map(({ content }) => ('caption' in content ? content.caption : '')))
      before = page.after
    } while (before !== undefined)
    expect(pages).toEqual([['a última', 'a penúltima'], ['a antepenúltima'], ['a primeira']])
  })
})

test('a message’s level only rises', async () => {
  await recordMessage(table, saying('do celular', { fromMe: true, messageId: 'T' }))
  const [message] = await stored(NUMBER)
  if (!message) throw new Error('There is no message')
  for (const level of ['read', 'delivered', 'server', 'played', 'read'] as const)
    await raiseMessageLevel(table, message, level)
  expect((await stored(NUMBER))[0]).toMatchObject({ level: 'played' })
})
