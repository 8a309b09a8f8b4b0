import { describe, expect, test } from 'vitest'
import { aimAt, choose, endEdit } from '../../web/src/messages/aim-state.ts'
import { composerMode } from '../../web/src/tickets/composer/composer-mode.ts'
import { replyValues } from '../../web/src/tickets/composer/reply-values.ts'
import { aShownContact } from '../support/web-contacts.ts'
import { aShownMessage, aShownTicket, at, ZONE } from '../support/web-tickets.ts'

test('the composer’s mode follows from the ticket’s state and user', () => {
  expect(composerMode(aShownTicket(), 'ana')).toBe('write')
  expect(composerMode(aShownTicket({ userId: 'bruno' }), 'ana')).toBe('colleague')
  expect(composerMode(aShownTicket({ status: 'pending' }), 'ana')).toBe('accept')
  expect(composerMode(aShownTicket({ status: 'closed' }), 'ana')).toBe('closed')
  expect(composerMode(aShownTicket({ isGroup: true, userId: null }), 'ana')).toBe('write')
})

test('the variables of quick replies come from the ticket’s contact, and without one from the ticket', () => {
  const contact = aShownContact({
    name: 'Maria Souza',
    number: '5511987654321',
    email: 'maria@exemplo.test',
    var1: 'Plano A',
    var3: 'Santos',
  })
  const ticket = aShownTicket({ name: 'mary', contactId: contact.id })
  const source = { ticket, me: 'Ana', queue: 'Vendas', zone: ZONE, now: new Date(at(0)) }
  expect(replyValues({ ...source, contact })).toEqual({
    nome: 'Maria Souza',
    primeiro_nome: 'Maria',
    saudacao: 'Bom dia',
    atendente: 'Ana',
    fila: 'Vendas',
    protocolo: ticket.protocol,
    numero: '5511987654321',
    email: 'maria@exemplo.test',
    var1: 'Plano A',
    var2: '',
    var3: 'Santos',
  })
  const nameless = { ...contact, name: '' }
  expect(replyValues({ ...source, contact: nameless })).toMatchObject({ nome: 'mary', email: contact.email })
  expect(replyValues({ ...source, contact: undefined })).toMatchObject({ nome: 'mary', email: '', var1: '' })
  for (const chat of ['5511987654321', 'lid-77', 'group-120363041234567890']) {
    const unnamed = { ...source, ticket: aShownTicket({ chat, name: chat }) }
    const unknown = { nome: '', primeiro_nome: '' }
    expect(replyValues({ ...unnamed, contact: undefined })).toMatchObject(unknown)
    expect(replyValues({ ...unnamed, contact: nameless })).toMatchObject(unknown)
  }
  const hidden = aShownTicket({ chat: '77@lid' })
  expect(replyValues({ ...source, ticket: hidden, contact })).toMatchObject({ numero: contact.number })
})

describe('a message that is edited', () => {
  const [first, second] = [aShownMessage({ id: 'M1' }), aShownMessage({ id: 'M2' })]
  const editing = { ...aimAt<typeof first, string>(null), edited: first }
  const changed = { ...editing, isChanged: true }

  test('a reply and another edit end an edit without changes', () => {
    expect(choose(editing, { kind: 'reply', to: 'M2' })).toMatchObject({ edited: null, replyTo: 'M2' })
    expect(choose(editing, { kind: 'edit', message: second })).toMatchObject({ edited: second, asked: null })
    expect(choose(editing, { kind: 'cancel' }).edited).toBe(null)
  })

  test('an edit with changes stays until the user discards it, and the user’s choice follows', () => {
    const replies = choose(changed, { kind: 'reply', to: 'M2' })
    expect(replies).toMatchObject({ edited: first, isChanged: true, replyTo: null })
    expect(endEdit(replies)).toEqual({ edited: null, isChanged: false, replyTo: 'M2', asked: null })
    const edits = choose(changed, { kind: 'edit', message: second })
    expect(edits.edited).toBe(first)
    expect(endEdit(edits)).toMatchObject({ edited: second, isChanged: false, asked: null })
    const cancels = choose(changed, { kind: 'cancel' })
    expect([cancels.edited, endEdit(cancels).edited]).toEqual([first, null])
  })

  test('the message that is edited may be chosen again', () => {
    expect(choose(changed, { kind: 'edit', message: first })).toEqual(changed)
  })

  test('the next message’s reply stays over an edit', () => {
    const quoting = { ...changed, replyTo: 'M9' }
    expect(endEdit(choose(quoting, { kind: 'cancel' })).replyTo).toBe('M9')
  })
})
