import { expect, vi } from 'vitest'

/** Holds if a part of the bench ends, and prints figures that could be worked out. */
export async function expectFigures(part: () => Promise<void>): Promise<void> {
  const lines = await linesOf(part)
  expect(lines.filter((line) => /\d/.test(line))).not.toEqual([])
  expect(lines.filter((line) => /NaN|undefined|Infinity/.test(line))).toEqual([])
}

async function linesOf(part: () => Promise<void>): Promise<string[]> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  try {
    await part()
    return log.mock.calls.flatMap(([text]) => String(text).split('\n'))
  } finally {
    log.mockRestore()
  }
}
