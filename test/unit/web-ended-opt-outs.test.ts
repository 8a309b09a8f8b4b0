import type { EndedOptOut } from '@recado/shared/contact-blocks/contact-block'
import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { connectionKeys } from '../../web/src/connections/keys.ts'
import { EndedOptOuts } from '../../web/src/contacts/one/EndedOptOuts.tsx'
import { speakPortuguese } from '../support/portuguese.ts'
import { aShownContact } from '../support/web-contacts.ts'
import { markupOf, textIn } from '../support/web-markup.ts'
import { ZONE } from '../support/web-tickets.ts'

vi.mock('../../web/src/api/call.ts', () => ({ call: () => undefined }))
vi.mock('../../web/src/zone/use-zone.ts', () => ({ useZone: () => ZONE }))

beforeAll(speakPortuguese)

const said = (text: string, at: string) => ({ text, at, whatsappId: 'SHOP' })
const ENDED: EndedOptOut[] = [
  {
    evidence: said('parar', '2026-11-06T12:00:00.000Z'),
    end: { by: 'ADMIN', at: '2026-11-07T12:00:00.000Z', name: 'Rita', reason: 'Pediu por telefone' },
  },
  {
    evidence: { ...said('sair', '2026-11-03T12:00:00.000Z'), whatsappId: 'GONE' },
    end: { by: 'PERSON', ...said('voltar', '2026-11-05T12:00:00.000Z') },
  },
]

/** The section as text. */
function section(endedOptOuts: EndedOptOut[]): string {
  const client = new QueryClient()
  client.setQueryData(connectionKeys.list, [{ id: 'SHOP', name: 'Loja' }])
  const element = createElement(EndedOptOuts, { contact: aShownContact({ endedOptOuts }) })
  return textIn(markupOf(element, client), ' ')
}

test('a contact shows each opt-out that ended: its words, its connection, and what ended it', () => {
  expect(section([]).trim()).toBe('')
  const shown = section(ENDED)
  const parts = [
    /Pediu para sair em 06\/11\/2026,? 09:00, pela conexão Loja: “parar”/,
    /Desbloqueado por Rita em 07\/11\/2026,? 09:00\s+Pediu por telefone/,
    /Pediu para sair em 03\/11\/2026,? 09:00, pela conexão Conexão excluída: “sair”/,
    /Voltou a receber em 05\/11\/2026,? 09:00, pela conexão Loja: “voltar”/,
  ]
  const places = parts.map((part) => shown.search(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})
