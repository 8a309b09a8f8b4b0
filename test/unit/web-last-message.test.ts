import { createElement } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { LastMessage } from '../../web/src/tickets/LastMessage.tsx'
import { speakPortuguese } from '../support/portuguese.ts'
import { markupOf, textIn } from '../support/web-markup.ts'
import { aShownTicket } from '../support/web-tickets.ts'

beforeAll(speakPortuguese)

const shown = (preview: string, lastFromMe: boolean) =>
  textIn(markupOf(createElement(LastMessage, { ticket: aShownTicket({ preview, lastFromMe }) }))).trim()

test('the company’s last message says that it is the company’s', () => {
  expect(shown('Bom dia!', true)).toBe('Nós: Bom dia!')
  expect(shown('Bom dia!', false)).toBe('Bom dia!')
})

test('an attendant’s last message is named by its signature alone', () => {
  expect(shown('*Caio:*\nVamos, sim!', true).replace(/\s+/, ' ')).toBe('Caio: Vamos, sim!')
  expect(shown('*Aviso:* fechamos cedo', true)).toBe('Nós: Aviso: fechamos cedo')
})
