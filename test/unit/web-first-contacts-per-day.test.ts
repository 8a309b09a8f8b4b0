import { MantineProvider } from '@mantine/core'
import type { Precheck } from '@recado/shared/campaigns/contract/precheck'
import i18next from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { Warnings } from '../../web/src/campaigns/start/Warnings.tsx'
import es from '../../web/src/i18n/es.json' with { type: 'json' }
import { speakPortuguese } from '../support/portuguese.ts'
import { ZONE } from '../support/web-tickets.ts'

vi.mock('../../web/src/zone/use-zone.ts', () => ({ useZone: () => ZONE }))

beforeAll(speakPortuguese)

/** The warning of a campaign to 30 new people, as text. */
function warning(perDay: number): string {
  const held: Precheck['held'] = { reason: 'daily-budget', until: null, firstContacts: 30, perDay }
  const precheck: Precheck = {
    recipients: 30,
    parts: 1,
    sendable: 30,
    invalid: 0,
    unknown: 30,
    blocked: 0,
    duplicates: 0,
    noNumber: 0,
    notInGroup: 0,
    onlyAdmins: 0,
    missingVariables: [],
    unnamed: false,
    largeLists: [],
    held,
    waitingFor: null,
    expectedStartAt: null,
    expectedEndAt: null,
  }
  const tree = createElement(MantineProvider, null, createElement(Warnings, { precheck }))
  return renderToStaticMarkup(tree).replace(/<style.*?<\/style>|<[^>]*>/gs, '')
}

test('the first day of a new number, with one first contact, is told in the singular', async () => {
  expect(warning(1)).toContain('Sai no máximo 1 primeiro contato por dia;')
  expect(warning(20)).toContain('Saem no máximo 20 primeiros contatos por dia;')
  i18next.addResourceBundle('es', 'translation', es)
  await i18next.changeLanguage('es')
  onTestFinished(() => void i18next.changeLanguage('pt'))
  expect(warning(1)).toContain('Sale como máximo 1 primer contacto por día;')
})
