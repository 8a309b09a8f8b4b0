import { expect, test } from 'vitest'
import { formatBytes } from '../../web/src/ui/bytes.ts'

test.each([
  [0, '1 kB'],
  [1, '1 kB'],
  [40, '1 kB'],
  [1023, '1 kB'],
  [1536, '1,5 kB'],
  [1_468_006, '1,4 MB'],
  [1_048_575, '1.024 kB'],
  [1_048_576, '1 MB'],
  [1_073_741_824, '1 GB'],
  [2_199_023_255_552, '2.048 GB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes, 'pt').replace(/\s/, ' ')).toBe(text)
})
