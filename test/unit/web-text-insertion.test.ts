import { expect, test, vi } from 'vitest'
import { useInsertion } from '../../web/src/ui/use-insertion.ts'

/** A text field with the cursor behind its text. @param maxLength -1 without a limit, as browsers say it */
function aField(value: string, maxLength: number) {
  vi.stubGlobal('requestAnimationFrame', (paint: () => void) => paint())
  const selection = vi.fn()
  const field = {
    value,
    maxLength,
    selectionStart: value.length,
    selectionEnd: value.length,
    focus: () => undefined,
    setSelectionRange: selection,
  }
  const onChange = vi.fn<(text: string) => void>()
  return { ...useInsertion({ current: field as never }, onChange), onChange, selection }
}

test('an emoji goes into a text that is longer than a campaign’s message may be', () => {
  const long = 'a'.repeat(5000)
  const { insert, onChange, selection } = aField(long, 16_384)
  insert('👍')
  expect(onChange).toHaveBeenCalledWith(`${long}👍`)
  expect(selection).toHaveBeenCalledWith(5002, 5002)
})

test('nothing goes into a field beyond its own limit', () => {
  const { insert, wrap, onChange } = aField('abc', 4)
  insert('👍')
  wrap('*')
  expect(onChange).not.toHaveBeenCalled()
  insert('d')
  expect(onChange).toHaveBeenCalledWith('abcd')
})

test('marks go to the cursor of a field without a limit', () => {
  const { wrap, onChange } = aField('abc', -1)
  wrap('*')
  expect(onChange).toHaveBeenCalledWith('abc**')
})
