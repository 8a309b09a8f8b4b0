import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { MessageText } from '../../web/src/tickets/messages/bubbles/MessageText.tsx'
import { elementsIn, mounted } from '../support/mounted.ts'
import { speakPortuguese } from '../support/portuguese.ts'

beforeAll(speakPortuguese)

const markupOf = (text: string) =>
  renderToStaticMarkup(createElement(MantineProvider, {}, createElement(MessageText, { text })))

test('a long message is folded, so that a hostile one cannot slow the page down', () => {
  const markup = markupOf('*a* '.repeat(16_000))
  expect(markup).toContain('Ler mais')
  expect(markup.match(/<strong>/g)?.length).toBe(375)
})

test('a message of usual length has no button', () => {
  expect(markupOf('Bom dia! '.repeat(200))).not.toContain('<button')
})

test('a folded message opens, and folds again', async () => {
  const text = `${'a'.repeat(2000)}fim`
  const shown = await mounted(() => ({ tree: MessageText({ text }) }), {})
  const parts = () =>
    elementsIn<{ text?: string; onClick?: () => void; children?: string }>(shown.answer()?.tree)
  const button = () => parts().find(({ props }) => props.onClick)?.props
  const words = () => parts().find(({ props }) => props.text)?.props.text
  expect(words()).not.toContain('fim')
  await shown.after(() => button()?.onClick?.())
  expect(words()).toBe(text)
  await shown.after(() => button()?.onClick?.())
  expect(words()).not.toContain('fim')
  await shown.unmount()
})
