import { expect, test, vi } from 'vitest'
import { FilePicker } from '../../web/src/ui/FilePicker.tsx'
import { mounted } from '../support/mounted.ts'

vi.mock('@mantine/core', () => ({ FileButton: () => null }))

test('a button that chooses files forgets the choice, so that the same file can be chosen again', async () => {
  const input = { value: '' }
  const chosen: string[] = []
  const { answer, unmount } = await mounted(
    () => ({
      button: FilePicker({
        multiple: true,
        children: () => null,
        onChange: (files) => chosen.push(...files.map(({ name }) => `${name} of ${input.value}`)),
      }),
    }),
    {},
  )
  const { resetRef, onChange } = answer()?.button.props ?? {}
  // As Mantine's button does it.
  resetRef.current = () => {
    input.value = ''
  }
  for (const _ of ['first', 'again']) {
    expect(input.value).toBe('')
    input.value = 'catalogo.pdf'
    onChange([new File(['x'], 'catalogo.pdf')])
  }
  expect([input.value, chosen]).toEqual(['', Array(2).fill('catalogo.pdf of catalogo.pdf')])
  await unmount()
})
