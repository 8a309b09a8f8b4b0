import { expect, test } from 'vitest'
import { refuseFiles } from '../../web/src/shell/use-refused-drops.ts'

/** A drag over the page. */
const aDrag = (...types: string[]) =>
  Object.assign(new Event('dragover', { cancelable: true }), {
    dataTransfer: { types, dropEffect: 'copy' } as Partial<DataTransfer> as DataTransfer,
  }) as DragEvent

const outcome = ({ defaultPrevented, dataTransfer }: DragEvent) => [
  defaultPrevented,
  dataTransfer?.dropEffect,
]

test('files that no part of the page takes are refused', () => {
  const drag = aDrag('Files')
  refuseFiles(drag)
  expect(outcome(drag)).toEqual([true, 'none'])
})

test('files that a part of the page takes are left to it', () => {
  const drag = aDrag('Files')
  drag.preventDefault()
  refuseFiles(drag)
  expect(outcome(drag)).toEqual([true, 'copy'])
})

test('a dragged text is left to the browser, which inserts it in fields', () => {
  const drag = aDrag('text/plain')
  refuseFiles(drag)
  expect(outcome(drag)).toEqual([false, 'copy'])
})
