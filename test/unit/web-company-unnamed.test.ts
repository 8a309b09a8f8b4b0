import { MantineProvider } from '@mantine/core'
import type { Precheck } from '@recado/shared/campaigns/contract/precheck'
import i18next from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { Skipped } from '../../web/src/campaigns/start/Skipped.tsx'
import en from '../../web/src/i18n/en.json' with { type: 'json' }
import es from '../../web/src/i18n/es.json' with { type: 'json' }
import { speakPortuguese } from '../support/portuguese.ts'

beforeAll(speakPortuguese)

/** The hints of a campaign to 30 checked people, as text. */
function hints(unnamed: boolean): string {
  const precheck: Precheck = {
    recipients: 30,
    parts: 1,
    sendable: 30,
    invalid: 0,
    unknown: 0,
    blocked: 0,
    duplicates: 0,
    noNumber: 0,
    notInGroup: 0,
    onlyAdmins: 0,
    missingVariables: [],
    unnamed,
    largeLists: [],
    held: null,
    waitingFor: null,
    expectedStartAt: null,
    expectedEndAt: null,
  }
  const tree = createElement(MantineProvider, null, createElement(Skipped, { precheck, texts: ['Oi'] }))
  return renderToStaticMarkup(tree).replace(/<style.*?<\/style>|<[^>]*>/gs, '')
}

test('the review hints in each language that no message says the name of the company', async () => {
  expect(hints(false)).toBe('')
  expect(hints(true)).toContain('Bom saberNenhuma mensagem diz o nome da empresa')
  onTestFinished(() => void i18next.changeLanguage('pt'))
  for (const [language, texts, said] of [
    ['en', en, 'No message says your company’s name'],
    ['es', es, 'Ningún mensaje dice el nombre de la empresa'],
  ] as const) {
    i18next.addResourceBundle(language, 'translation', texts)
    await i18next.changeLanguage(language)
    expect(hints(true)).toContain(said)
  }
})
