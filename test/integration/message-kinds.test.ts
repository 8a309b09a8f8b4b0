import { randomBytes } from 'node:crypto'
import type { Connection } from '@recado/shared/connections/connection'
import type { Conversation } from '@recado/shared/conversations/conversation'
import type { StoredMessage } from '@recado/shared/conversations/message'
import { groupKey } from '@recado/shared/groups/store'
import { type Content, hasMedia, type MediaContent } from '@recado/shared/messages/content'
import { partition } from '@recado/shared/table/table'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { objectIn, putObject } from '../support/bucket.ts'
import { Conversations } from '../support/conversations.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { sharedSystem } from '../support/test-system.ts'

const SHOP = '5511900000012'
const ANA = '5511955560001'
const BETO = '5511955560002'

interface PhoneMessage {
  id: string
  chat: string
  from: string
  fromMe: boolean
  type: string
  text?: string
  caption?: string
  fileName?: string
  bytes?: number
  quoted?: string
  target?: string
  emoji?: string
  location?: { latitude: number; longitude: number; name?: string }
  contact?: { name: string; number: string }
}

describe('every kind of message', { timeout: atMost(60_000) }, () => {
  const { system, principals } = sharedSystem()
  let admin: ApiClient
  let connection: Connection
  let conversations: Conversations

  beforeAll(async () => {
    admin = await principals.signedIn(await principals.company())
    connection = await admin.linkedConnection(SHOP)
    conversations = await Conversations.ofConnection(admin, connection.id)
    for (const [number, name] of [
      [ANA, 'Ana'],
      [BETO, 'Beto'],
    ])
      await admin.simulator('POST', '/phones', { number, name })
  })

  const writes = async (from: string, message: Record<string, unknown>) =>
    (await admin.simulator<{ id: string }>('POST', `/phones/${from}/messages`, { to: SHOP, ...message })).id
  const came = (chat: string, id: string) =>
    conversations.until(`message ${id}`, chat, ({ messageId }) => messageId === id)
  const onPhone = (number: string, holds: (message: PhoneMessage) => boolean) =>
    eventually(`it arrives at ${number}`, async () =>
      (await admin.simulator<PhoneMessage[]>('GET', `/phones/${number}/messages`)).find(holds),
    )
  const fileOf = async (number: string, id: string) => {
    const response = await fetch(`${system.origin}/simulator/api/phones/${number}/messages/${id}/file`)
    return Buffer.from(await response.arrayBuffer())
  }

  describe('from a person', () => {
    const withFile = ['image', 'video', 'audio', 'voice', 'document', 'sticker'] as const
    test.for(withFile)('an incoming %s has its file in the bucket', async (type) => {
      const file = randomBytes(200_000)
      const named = type === 'document' ? { fileName: 'pedido.pdf', mimetype: 'application/pdf' } : {}
      const about = type === 'image' || type === 'video' ? { caption: 'Veja' } : {}
      const id = await writes(ANA, {
        type,
        file: file.toString('base64'),
        ...named,
        ...about,
        ...(type === 'voice' && { seconds: 3 }),
      })
      const message = await conversations.until(
        'the file',
        ANA,
        (each) => each.messageId === id && hasMedia(each.content) && each.content.media.state === 'READY',
      )
      const content = message.content as MediaContent
      expect(content.type).toBe(type === 'voice' ? 'audio' : type)
      if (content.type === 'audio') expect(content.voice).toBe(type === 'voice')
      expect(content).toMatchObject({ ...about, media: { bytes: file.length } })
      if (type === 'document') expect(content).toMatchObject({ fileName: 'pedido.pdf' })
      expect((await objectIn(content.media.key ?? '')).equals(file)).toBe(true)
      expect(content.media.key?.startsWith(conversations.table.companyId)).toBe(true)
    })

    test('an incoming location and contact card are stored', async () => {
      const place = await writes(ANA, { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' })
      expect((await came(ANA, place)).content).toMatchObject({
        type: 'location',
        latitude: -23.5,
        name: 'Loja',
      })
      const card = await writes(ANA, { type: 'contact', name: 'Caio', number: '5511955560009' })
      expect((await came(ANA, card)).content).toEqual({
        type: 'contact',
        contacts: [{ name: 'Caio', number: '5511955560009' }],
      })
    })

    test('incoming quotes, reactions, edits and deletions are stored', async () => {
      const first = await writes(ANA, { text: 'às 9?' })
      await came(ANA, first)
      const quoting = await writes(ANA, { text: 'ou às 10?', quoted: first })
      expect(await came(ANA, quoting)).toMatchObject({ quoted: first })
      await writes(ANA, { type: 'edit', target: first, text: 'às 8?' })
      await conversations.until(
        'the edit',
        ANA,
        ({ messageId, editedAt }) => messageId === first && !!editedAt,
      )
      expect((await came(ANA, first)).content).toEqual({ type: 'text', text: 'às 8?' })
      await writes(ANA, { type: 'reaction', target: first, emoji: '🙏' })
      await conversations.until('the reaction', ANA, (each) => JSON.stringify(each).includes('🙏'))
      await writes(ANA, { type: 'delete', target: first })
      await conversations.until(
        'the deletion',
        ANA,
        ({ messageId, deletedAt }) => messageId === first && !!deletedAt,
      )
    })

    test('a message written on the company’s phone shows that its reader has read it', async () => {
      const id = await writes(SHOP, { to: ANA, text: 'Do celular' })
      expect(await came(ANA, id)).toMatchObject({ origin: 'phone', level: 'server' })
      await admin.simulator('POST', `/phones/${ANA}/read`, { chat: SHOP })
      await conversations.until('it is read', ANA, (one) => one.messageId === id && one.level === 'read')
    })

    test.each(['lid', 'number'])(
      'an edit that a newer app seals by the %s is stored as an edit',
      async (by) => {
        await admin.simulator('POST', '/faults', { kind: 'sealedEdits', by })
        const first = await writes(ANA, { text: `às 9? ${by}` })
        await came(ANA, first)
        const edit = await writes(ANA, { type: 'edit', target: first, text: `às 8? ${by}` })
        await conversations.until(
          'the edit',
          ANA,
          ({ messageId, editedAt }) => messageId === first && !!editedAt,
        )
        expect((await came(ANA, first)).content).toEqual({ type: 'text', text: `às 8? ${by}` })
        expect((await conversations.messages(ANA)).map(({ messageId }) => messageId)).not.toContain(edit)
        await admin.simulator('POST', '/faults', { kind: 'clear', only: 'sealedEdits' })
      },
    )

    test('messages of a hidden number join its conversation once the number is learned', async () => {
      const hidden = '5511955560003'
      await admin.simulator('POST', '/phones', { number: hidden, name: 'Dora' })
      await writes(hidden, { text: 'sem número', addressing: 'lid', hideNumber: true })
      const { chat } = await eventually('a conversation', async () =>
        (await findAll()).find(({ content }) => content.type === 'text' && content.text === 'sem número'),
      )
      expect(chat).toMatch(/^(lid-|5511955560003)/)
      await writes(hidden, { text: 'com número', addressing: 'lid' })
      await conversations.until('both', hidden, (each) => JSON.stringify(each.content).includes('com número'))
      expect((await conversations.messages(hidden)).map(({ content }) => content)).toEqual([
        { type: 'text', text: 'sem número' },
        { type: 'text', text: 'com número' },
      ])
    })

    test('messages addressed by number and by WhatsApp’s id are one conversation', async () => {
      const eva = '5511955560004'
      await admin.simulator('POST', '/phones', { number: eva, name: 'Eva' })
      await writes(eva, { text: 'um', addressing: 'pn' })
      await writes(eva, { text: 'dois', addressing: 'lid' })
      const texts = await eventually('both', async () => {
        const messages = await conversations.messages(eva)
        return messages.length >= 2 && messages.map(({ content }) => content)
      })
      expect(texts).toMatchObject([{ text: 'um' }, { text: 'dois' }])
    })

    async function findAll(): Promise<StoredMessage[]> {
      const { rows } = await conversations.table.query({
        pk: partition<Conversation>(`CONVERSATIONS#${connection.id}`),
        consistent: true,
      })
      return (await Promise.all(rows.map(({ chat }) => conversations.messages(chat)))).flat()
    }
  })

  describe('from the company', () => {
    const file = randomBytes(150_000)
    const media = (mimetype: string) => ({ state: 'READY' as const, mimetype, bytes: file.length, key: '' })
    const WITH_FILE: [string, Content & { media: unknown }][] = [
      ['image', { type: 'image', caption: 'Promoção', media: media('image/jpeg') }],
      ['video', { type: 'video', caption: '', media: media('video/mp4') }],
      ['audio', { type: 'audio', voice: false, seconds: 4, media: media('audio/mp4') }],
      ['voice', { type: 'audio', voice: true, seconds: 4, media: media('audio/ogg; codecs=opus') }],
      ['document', { type: 'document', fileName: 'nota.pdf', caption: '', media: media('application/pdf') }],
      ['sticker', { type: 'sticker', media: media('image/webp') }],
    ]
    test.for(WITH_FILE)('an outgoing %s reaches the phone with its file', async ([type, content]) => {
      const key = `${conversations.table.companyId}/uploads/${type}`
      await putObject(key, file, 'application/octet-stream')
      const withKey = { ...content, media: { ...media('image/jpeg'), ...(content.media as object), key } }
      const { messageId } = await conversations.write(BETO, withKey as Content)
      const arrived = await onPhone(BETO, ({ id }) => id === messageId)
      expect(arrived).toMatchObject({ type, bytes: file.length })
      expect((await fileOf(BETO, messageId)).equals(file)).toBe(true)
    })

    test('outgoing location, contact card, quote, reaction, edit and deletion reach the phone', async () => {
      const asked = await writes(BETO, { text: 'Onde fica?' })
      await came(BETO, asked)
      const place: Content = { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' }
      const { messageId: placeId } = await conversations.write(BETO, place, asked)
      expect(await onPhone(BETO, ({ id }) => id === placeId)).toMatchObject({
        type: 'location',
        location: { latitude: -23.5, longitude: -46.6 },
        quoted: asked,
      })
      const card: Content = { type: 'contact', contacts: [{ name: 'Caio', number: '5511955560009' }] }
      const { messageId: cardId } = await conversations.write(BETO, card)
      expect(await onPhone(BETO, ({ id }) => id === cardId)).toMatchObject({
        type: 'contact',
        contact: { name: 'Caio', number: '5511955560009' },
      })
      await conversations.write(BETO, { type: 'reaction', target: asked, emoji: '👍' })
      await onPhone(
        BETO,
        ({ type, target, emoji }) => type === 'reaction' && target === asked && emoji === '👍',
      )

      const { messageId } = await conversations.write(BETO, { type: 'text', text: 'Ru A' })
      await onPhone(BETO, ({ id }) => id === messageId)
      await conversations.write(BETO, { type: 'edit', target: messageId, text: 'Rua A' })
      await onPhone(BETO, ({ type, target }) => type === 'edit' && target === messageId)
      await conversations.until(
        'the edit is shown here too',
        BETO,
        (each) => each.messageId === messageId && JSON.stringify(each.content).includes('Rua A'),
      )
      await conversations.write(BETO, { type: 'delete', target: messageId })
      await onPhone(BETO, ({ type, target }) => type === 'delete' && target === messageId)
    })

    test('an upload refused by WhatsApp fails the message', async () => {
      const key = `${conversations.table.companyId}/uploads/refused`
      await putObject(key, file, 'image/jpeg')
      await admin.simulator('POST', '/faults', { kind: 'uploadStatus', status: 500 })
      const content: Content = { type: 'image', caption: '', media: { ...media('image/jpeg'), key } }
      const { messageId } = await conversations.write(BETO, content)
      await conversations.until(
        'it failed',
        BETO,
        (each) => each.messageId === messageId && each.status === 'FAILED',
      )
      await admin.simulator('POST', '/faults', { kind: 'clear' })
    })
  })

  describe('in a group', () => {
    test('group messages reach all members, and all answers are stored', async () => {
      const members = ['5511955561001', '5511955561002', '5511955561003']
      for (const number of members)
        await admin.simulator('POST', '/phones', { number, name: number.slice(-4) })
      const { id } = await admin.simulator<{ id: string }>('POST', '/groups', {
        subject: 'Clientes',
        members: [SHOP, ...members],
      })
      const chat = `group-${id.split('@')[0]}`
      for (const text of ['fria', 'quente', 'de novo']) {
        const { messageId } = await conversations.write(chat, { type: 'text', text })
        for (const member of members)
          await onPhone(member, (message) => message.id === messageId && message.text === text)
      }
      for (const member of members) {
        const answer = await writes(member, { to: id, text: `de ${member}` })
        expect(await came(chat, answer)).toMatchObject({ fromMe: false, sender: { number: member } })
      }
      await admin.simulator('POST', '/faults', { kind: 'groupedReceipts' })
      for (const member of members) await admin.simulator('POST', `/phones/${member}/read`, { chat: id })
      const [first] = await conversations.messages(chat)
      await eventually('it is known to have been read, by receipts grouped by message', async () =>
        (await conversations.messages(chat)).find(
          ({ messageId, level }) => messageId === first?.messageId && level === 'read',
        ),
      )
      await admin.simulator('POST', '/faults', { kind: 'clear', only: 'groupedReceipts' })
    })

    test('group members who join and leave are known without a query', async () => {
      const [one = '', two = '', late = ''] = ['5511955562001', '5511955562002', '5511955562003']
      const { id } = await admin.simulator<{ id: string }>('POST', '/groups', {
        subject: 'Vizinhos',
        members: [SHOP, one, two],
      })
      const groupId = id.split('@')[0] ?? ''
      await conversations.queues.command(
        { kind: 'groups', companyId: conversations.table.companyId, connectionId: connection.id },
        `groups-${groupId}`,
      )
      const membersAre = (expected: string[]) =>
        eventually(`the members are ${expected.length}`, async () => {
          const group = await conversations.table.get(groupKey(connection.id, groupId))
          const numbers = group?.members.map(({ number }) => number).sort()
          return JSON.stringify(numbers) === JSON.stringify([...expected].sort())
        })
      await membersAre([SHOP, one, two])
      await admin.simulator('POST', `/groups/${id}/members`, { add: [late], remove: [two] })
      await membersAre([SHOP, one, late])
      const chat = `group-${groupId}`
      const { messageId } = await conversations.write(chat, { type: 'text', text: 'Bem-vindo' })
      await onPhone(late, (message) => message.id === messageId)
    })
  })
})
