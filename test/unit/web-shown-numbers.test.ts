import { MantineProvider } from '@mantine/core'
import i18next from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { FigureTickets } from '../../web/src/desk-report/FigureTickets.tsx'
import { alertTitle } from '../../web/src/notices/alerts/alert-title.ts'
import { noticeWords } from '../../web/src/notices/bell/notice-words.ts'
import { TicketResult } from '../../web/src/tickets/finding/TicketResult.tsx'
import { speakPortuguese } from '../support/portuguese.ts'
import { aShownTicket, ZONE } from '../support/web-tickets.ts'

vi.mock('@tanstack/react-router', () => ({ Link: 'a' }))
vi.mock('../../web/src/tickets/directory.ts', () => ({
  useDirectory: () => ({ queues: new Map(), attendants: new Map() }),
}))
vi.mock('../../web/src/zone/use-zone.ts', () => ({ useZone: () => ZONE }))

beforeAll(speakPortuguese)

/** A ticket of a person whose name is unknown. */
const ticket = aShownTicket({ name: '5511987654321' })
const READABLE = '+55 11 98765-4321'

test('a notification of the browser has the readable number of a person without a name', () => {
  expect(alertTitle({ kind: 'message', ticket }, false, i18next.t)).toBe(READABLE)
  expect(alertTitle({ kind: 'message', ticket }, true, i18next.t)).toBe('Nova mensagem')
})

test('a notice in the bell has the readable number of a person without a name', () => {
  const offer = (values: object) => noticeWords({ kind: 'offer', values, about: undefined }, i18next.t)
  expect(offer({ name: ticket.name })).toContain(READABLE)
  expect(offer({})).toContain('atendimento')
})

test('a notice of an ended campaign says that it had no recipients', () => {
  const ended = (reason?: string) => {
    const about = { place: 'campaign', name: 'Natal', done: 0, failed: 0, ...(reason && { reason }) } as const
    return noticeWords({ kind: 'campaign-ended', values: {}, about }, i18next.t)
  }
  expect(ended()).toBe('A campanha Natal terminou. Enviadas: 0. Falhas: 0.')
  expect(ended('no-recipients')).toBe(
    'A campanha Natal terminou sem destinatários: não havia contatos quando ela começou.',
  )
})

test.each([
  ['the report of customer service', createElement(FigureTickets, { tickets: [ticket] })],
  ['the results of a search', createElement(TicketResult, { ticket, q: '2026', search: {} })],
])('%s shows the readable number of a person without a name', (_, tickets) => {
  expect(renderToStaticMarkup(createElement(MantineProvider, null, tickets))).toContain(
    `<bdi>${READABLE}</bdi>`,
  )
})
