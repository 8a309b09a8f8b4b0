import { MantineProvider, TextInput } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { DateField } from '../../web/src/ui/DateField.tsx'
import { mounted, showKeys } from '../support/mounted.ts'
import { sourceFiles } from '../support/source-files.ts'

beforeAll(showKeys)

/** A group has no such attribute, and the button of a time neither. */
const WITHOUT = ['web/src/contact-lists/consent/ConsentFields.tsx', 'web/src/ui/WallTimeField.tsx']

test('Mantine hides the asterisk of a required field from screen readers, and does not say that it is required', () => {
  const field = createElement(TextInput, { label: 'Nome', withAsterisk: true })
  const markup = renderToStaticMarkup(createElement(MantineProvider, {}, field))
  expect(markup).toMatch(/<span[^>]*aria-hidden="true"[^>]*> \*<\/span>/)
  expect(markup).not.toMatch(/<input[^>]*required/)
})

test('no field has the asterisk alone', () => {
  const alone = sourceFiles().filter(
    ({ path, text }) =>
      path.startsWith('web/') && !path.endsWith('/required.ts') && text.includes('withAsterisk'),
  )
  expect(alone.map(({ path }) => path).toSorted()).toEqual(WITHOUT)
})

test('a date is required only where its form says so', async () => {
  for (const isRequired of [true, undefined]) {
    const shown = await mounted(
      () => ({ field: DateField({ label: '', value: null, onChange: () => undefined, isRequired }) }),
      {},
    )
    expect(shown.answer()?.field.props['aria-required']).toBe(isRequired)
    await shown.unmount()
  }
})
