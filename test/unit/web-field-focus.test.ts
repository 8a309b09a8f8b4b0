import { beforeAll, expect, test } from 'vitest'
import { DateField } from '../../web/src/ui/DateField.tsx'
import { theme } from '../../web/src/ui/theme/theme.ts'
import { mounted, showKeys } from '../support/mounted.ts'

beforeAll(showKeys)

test.each(['Select', 'MultiSelect', 'TagsInput'])(
  'a %s that takes the focus hides no error with its choices',
  (field) => {
    expect(theme.components?.[field]?.defaultProps).toMatchObject({ openOnFocus: false })
  },
)

test('a date’s field opens its calendar for a click or a key, and not because it takes the focus', async () => {
  const shown = await mounted(
    () => ({ field: DateField({ label: '', value: null, onChange: () => undefined, error: 'Missing' }) }),
    {},
  )
  const field = () => shown.answer()?.field.props
  const isOpen = () => !field().popoverProps.disabled
  expect(isOpen()).toBe(false)
  await shown.after(() => field().onClick())
  expect(isOpen()).toBe(true)
  await shown.after(() => field().onBlur())
  expect(isOpen()).toBe(false)
  await shown.after(() => field().onKeyDown({ key: '0' }))
  expect(isOpen()).toBe(true)
  await shown.after(() => field().onKeyDown({ key: 'Enter' }))
  expect(isOpen()).toBe(false)
  await shown.unmount()
})
