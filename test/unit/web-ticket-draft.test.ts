import { ApiError } from '@recado/shared/http/api-error'
import type { Draft } from '@recado/shared/tickets/contract/ticket'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { traceKey } from '../../web/src/api/traces.ts'
import { useDraft } from '../../web/src/tickets/composer/use-draft.ts'
import type { Aim } from '../../web/src/tickets/messages/actions/use-aim.ts'
import { aSessionUser } from '../support/actors.ts'
import { mounted } from '../support/mounted.ts'
import { aShownTicket } from '../support/web-tickets.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
const me = aSessionUser()
vi.mock('../../web/src/api/call.ts', () => ({ call }))
vi.mock('../../web/src/api/session.ts', () => ({
  session: { user: () => me, onChange: () => () => undefined },
}))

const kept = new Map<string, string>()
const saved = () => call.mock.calls.map(([, { text }]) => text)

beforeEach(() => {
  vi.useFakeTimers()
  call.mockReset()
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('document', { addEventListener: vi.fn(), removeEventListener: vi.fn() })
  return () => vi.useRealTimers()
})

/** Opens the composer of a ticket. @param draft what the server has */
function opened(draft: Draft | null = null) {
  const ticket = { ...aShownTicket(), draft }
  const aim = { quotedId: draft?.quoted ?? null, followDraft: vi.fn() } as Partial<Aim> as Aim
  return mounted(() => useDraft(ticket, aim), {}, new QueryClient())
}
/** Longer than the pause before a draft is saved. */
const pause = () => vi.advanceTimersByTimeAsync(2000)

test('a text that the server does not have yet survives a reload, and is saved then', async () => {
  call.mockResolvedValue(undefined)
  const before = await opened()
  await before.after(() => before.answer()?.setText('Entregamos, s'))
  expect(saved()).toEqual([])
  // The page ends without a word.
  const reloaded = await opened()
  expect(reloaded.answer()?.text).toBe('Entregamos, s')
  await reloaded.after(pause)
  expect(saved()).toContain('Entregamos, s')
  expect([...kept]).toEqual([])
})

test('a text that could not be saved stays in the browser', async () => {
  call.mockRejectedValue(new ApiError(0, 'ERR_NETWORK', 'Lost'))
  const before = await opened()
  await before.after(() => before.answer()?.setText('Sem rede'))
  await before.after(pause)
  expect(saved()).toEqual(['Sem rede'])
  const reloaded = await opened()
  expect(reloaded.answer()?.text).toBe('Sem rede')
})

test('an emptied text does not come back, though the server still has it', async () => {
  const before = await opened({ text: 'Velho', quoted: null })
  await before.after(() => before.answer()?.setText(''))
  const reloaded = await opened({ text: 'Velho', quoted: null })
  expect(reloaded.answer()?.text).toBe('')
})

test('a text that was being saved at a reload, and is removed then, is removed from the server too', async () => {
  call.mockResolvedValue(undefined)
  const before = await opened()
  await before.after(() => before.answer()?.setText('Ao sair'))
  // The page ends while it saves the text, and the answer that opens the next page is older than that.
  const reloaded = await opened()
  await reloaded.after(() => reloaded.answer()?.setText(''))
  await reloaded.unmount()
  expect(saved()).toEqual([''])
})

test('a draft that this version cannot read is left out, and the composer opens', async () => {
  for (const unreadable of ['{"words":"x"}', '{"text']) {
    kept.set(traceKey('ticketDraft', me.id, aShownTicket().id), unreadable)
    const composer = await opened({ text: 'Guardado', quoted: null })
    expect(composer.answer()?.text).toBe('Guardado')
  }
})

test('a text that the server has leaves nothing in the browser', async () => {
  const composer = await opened({ text: 'Guardado', quoted: null })
  expect(composer.answer()?.text).toBe('Guardado')
  await composer.after(() => composer.answer()?.setText('Guardado!'))
  await composer.after(() => composer.answer()?.setText('Guardado'))
  expect([...kept]).toEqual([])
})
