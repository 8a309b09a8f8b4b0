import { findInConversation } from '@recado/functions/search/found-messages'
import { messageWrites, type StoredMessage } from '@recado/shared/conversations/message'
import type { StoredContent } from '@recado/shared/messages/content'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { expect, test } from 'vitest'
import { aMessage, aTicket } from '../support/builders.ts'

/** The excerpt of the only message of a conversation, and its marked words. */
async function foundIn(content: StoredContent, words: string[], more: Partial<StoredMessage> = {}) {
  const table = new TenantTable(new MemoryTable(), 'A')
  const ticket = aTicket({ whatsappId: 'LOJA' })
  await writeTicket(table, undefined, ticket)
  const place = { connectionId: 'LOJA', chat: ticket.chat }
  await table.transact(messageWrites(aMessage({ ...place, ticketId: ticket.id, content, ...more })))
  const [found] = await findInConversation({ table, sees: () => true, seesHistory: true }, place, words)
  return (
    found && { excerpt: found.excerpt, marked: found.matches.map((range) => found.excerpt.slice(...range)) }
  )
}

const text = (words: string): StoredContent => ({ type: 'text', text: words })
const BY_ANA = { fromMe: true, userId: 'ana', userName: 'Ana Lima' }

test('a found message has no marks, and its matching words stay marked', async () => {
  expect(await foundIn(text('O *boleto* de _*julho*_ venceu: 2 * 3'), ['boleto', 'julho'])).toEqual({
    excerpt: 'O boleto de julho venceu: 2 * 3',
    marked: ['boleto', 'julho'],
  })
})

test('a found message of ours has no signature, which its author’s name stands for', async () => {
  expect(await foundIn(text('*Ana:*\nSegue o *boleto*'), ['boleto'], BY_ANA)).toEqual({
    excerpt: 'Segue o boleto',
    marked: ['boleto'],
  })
  const media = { state: 'READY', mimetype: 'application/pdf', bytes: 10, key: null } as const
  const file: StoredContent = { type: 'document', fileName: 'boleto.pdf', caption: '*Ana:*\nveja', media }
  expect((await foundIn(file, ['boleto'], BY_ANA))?.excerpt).toBe('boleto.pdf · veja')
})

test('a message of ours is found by the name above it too, as the conversation shows it', async () => {
  expect(await foundIn(text('*Ana:*\nSegue o boleto'), ['ana', 'boleto'], BY_ANA)).toEqual({
    excerpt: 'Segue o boleto',
    marked: ['boleto'],
  })
})
