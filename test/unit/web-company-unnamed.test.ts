import i18next from 'i18next'
import { createElement } from 'react'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { Skipped } from '../../web/src/campaigns/start/Skipped.tsx'
import en from '../../web/src/i18n/en.json' with { type: 'json' }
import es from '../../web/src/i18n/es.json' with { type: 'json' }
import { speakPortuguese } from '../support/portuguese.ts'
import { markupOf, textIn } from '../support/web-markup.ts'
import { aPrecheck } from '../support/web-prechecks.ts'

beforeAll(speakPortuguese)

/** The hints of a campaign to 30 checked people, as text. */
function hints(unnamed: boolean): string {
  return textIn(markupOf(createElement(Skipped, { precheck: aPrecheck({ unnamed }), texts: ['Oi'] })))
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
