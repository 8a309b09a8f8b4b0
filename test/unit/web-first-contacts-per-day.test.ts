import type { Precheck } from '@recado/shared/campaigns/contract/precheck'
import i18next from 'i18next'
import { createElement } from 'react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { Warnings } from '../../web/src/campaigns/start/Warnings.tsx'
import es from '../../web/src/i18n/es.json' with { type: 'json' }
import { speakPortuguese } from '../support/portuguese.ts'
import { markupOf, textIn } from '../support/web-markup.ts'
import { aPrecheck } from '../support/web-prechecks.ts'
import { ZONE } from '../support/web-tickets.ts'

vi.mock('../../web/src/zone/use-zone.ts', () => ({ useZone: () => ZONE }))

beforeAll(speakPortuguese)

/** The warning of a campaign to 30 new people, as text. */
function warning(perDay: number): string {
  const held: Precheck['held'] = { reason: 'daily-budget', until: null, firstContacts: 30, perDay }
  const precheck = aPrecheck({ unknown: 30, held })
  return textIn(markupOf(createElement(Warnings, { precheck })))
}

test('the first day of a new number, with one first contact, is told in the singular', async () => {
  expect(warning(1)).toContain('Sai no máximo 1 primeiro contato por dia;')
  expect(warning(20)).toContain('Saem no máximo 20 primeiros contatos por dia;')
  i18next.addResourceBundle('es', 'translation', es)
  await i18next.changeLanguage('es')
  onTestFinished(() => void i18next.changeLanguage('pt'))
  expect(warning(1)).toContain('Se hace como máximo 1 primer contacto por día;')
})
