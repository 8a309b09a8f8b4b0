import { messageWrites, type StoredMessage } from '@recado/shared/conversations/message'
import type { MediaContent, StoredContent } from '@recado/shared/messages/content'
import type { LiveEvent } from '@recado/shared/realtime/events'
import { framesOf } from '@recado/shared/realtime/frames'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { shownMessage } from '@recado/shared/tickets/contract/shown-message'
import { messageChanged } from '@recado/shared/tickets/live/watchers'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { expect, test } from 'vitest'
import { aMessage, aTicket } from '../support/builders.ts'

const FRAME_MAX_BYTES = 32 * 1024
/** WhatsApp's longest text. */
const TEXT_MAX = 65_536
/** Of each kind of character: few bytes, many bytes, one that JSON writes as six, and one of many code points. */
const CHARACTERS = ['a', 'ã', '😀', '\u0001', '👨‍👩‍👧‍👦', '"']

const longest = (character: string, characters: number) =>
  character.repeat(Math.ceil(characters / character.length))

const media: MediaContent['media'] = {
  state: 'READY',
  mimetype: 'image/jpeg',
  bytes: 10,
  key: 'A/media/LOJA/M',
}

/** Every type of content with the longest content that it may have. */
const contentsOf = (character: string): { readonly [T in StoredContent['type']]: StoredContent } => {
  const text = longest(character, TEXT_MAX)
  const line = longest(character, 1000)
  const picture = { caption: text, thumbnail: longest('a', 60_000), media }
  return {
    text: { type: 'text', text },
    image: { type: 'image', ...picture },
    video: { type: 'video', ...picture },
    audio: { type: 'audio', voice: true, seconds: 86_400, waveform: longest('a', 88), media },
    document: { type: 'document', fileName: text, caption: text, media },
    sticker: { type: 'sticker', media },
    location: { type: 'location', latitude: -23.123456789, longitude: -46.123456789, name: text },
    contact: { type: 'contact', contacts: Array(300).fill({ name: line, number: line }) },
    reaction: { type: 'reaction', target: 'M', emoji: '👨‍👩‍👧‍👦' },
    edit: { type: 'edit', target: 'M', text },
    delete: { type: 'delete', target: 'M' },
    notice: { type: 'notice', about: 'poll', text, items: Array(300).fill(line) },
    unsupported: { type: 'unsupported', kind: text },
    note: { type: 'note', text, mentions: Array(1000).fill('01KXYZABCDEFGHJKMNPQRSTVWX') },
    event: {
      type: 'event',
      kind: 'transferred',
      by: { id: '01KXYZABCDEFGHJKMNPQRSTVWX', name: longest(character, 50) },
      queue: { id: '01KXYZABCDEFGHJKMNPQRSTVWX', name: longest(character, 50) },
    },
  }
}

/** The frame of a message as browsers get it; undefined if there is none. */
async function frameOf(
  content: StoredContent,
  more: object = {},
  earlier?: object,
): Promise<string | undefined> {
  const table = new TenantTable(new MemoryTable(), 'A')
  const ticket = aTicket({ whatsappId: 'LOJA' })
  await writeTicket(table, undefined, ticket)
  const { id: ticketId, chat } = ticket
  const message: StoredMessage = { ...aMessage({ connectionId: 'LOJA', chat, ticketId, content }), ...more }
  await table.transact(messageWrites(message))
  if (earlier)
    await table.transact(messageWrites({ ...aMessage({ connectionId: 'LOJA', chat }), ...earlier }))
  const events: LiveEvent[] = []
  const publish = async (event: LiveEvent) => void events.push(event)
  await messageChanged({ table, publish, now: () => 0 }, 'create', message)
  const [event] = events
  return event && JSON.stringify(framesOf(event, true)[0])
}

const bytesIn = (frame: string) => Buffer.byteLength(frame)

for (const character of CHARACTERS)
  test.each(Object.entries(contentsOf(character)))(
    `the longest content of type %s, written in ${JSON.stringify(character)}, fits into a frame`,
    async (type, content) => {
      const frame = await frameOf(content)
      // Amendments have no frame of their own.
      if (frame === undefined) return expect(['reaction', 'edit', 'delete']).toContain(type)
      const record = shownMessage.parse(JSON.parse(frame).record)
      expect(record.content.type).toBe(type)
      const isLong = JSON.stringify(content).length > TEXT_MAX / 2
      expect({ fits: bytesIn(frame) <= FRAME_MAX_BYTES, truncated: record.truncated ?? false }).toEqual({
        fits: true,
        truncated: isLong,
      })
    },
  )

test('a message with a thousand reactions and a long sender’s name fits into a frame', async () => {
  const reactions = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [`reaction:55119876${10_000 + index}`, '👨‍👩‍👧‍👦']),
  )
  const sender = { sender: { number: '5511987651001' }, name: longest('😀', 5000) }
  const frame = (await frameOf({ type: 'text', text: 'Oi' }, { ...reactions, ...sender })) ?? ''
  expect(bytesIn(frame)).toBeLessThanOrEqual(FRAME_MAX_BYTES)
  expect(JSON.parse(frame).record).toMatchObject({ truncated: true, content: { text: 'Oi' } })
})

test('a message that quotes the longest message of a sender with a long name fits into a frame', async () => {
  const quoting = { quoted: 'EARLY' }
  const name = longest('😀', TEXT_MAX)
  const early = { messageId: 'EARLY', sender: { number: '5511987651001' }, name }
  for (const character of CHARACTERS) {
    const text = longest(character, TEXT_MAX)
    const content = { type: 'text' as const, text }
    const frame = (await frameOf(content, quoting, { ...early, content })) ?? ''
    expect(JSON.parse(frame).record.quotedPreview).toMatchObject({ id: 'EARLY' })
    expect(bytesIn(frame)).toBeLessThanOrEqual(FRAME_MAX_BYTES)
  }
})

test('a message of ordinary length comes whole', async () => {
  const content = { type: 'text' as const, text: longest('a', 4000) }
  const image: StoredContent = { type: 'image', caption: 'o bolo', thumbnail: longest('a', 6828), media }
  for (const each of [content, image])
    expect(JSON.parse((await frameOf(each)) ?? '').record).not.toHaveProperty('truncated')
})
