import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildIfChanged } from '../../infra/src/build-if-changed.ts'

let root: string
let builds: number

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'recado-build-'))
  builds = 0
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, 'src/one.ts'), '1')
})
afterEach(() => rmSync(root, { recursive: true }))

const built = (file: string) => join(root, 'built', file)
const build = (write = (into: string) => writeFileSync(join(into, `${++builds}`), '')) =>
  buildIfChanged(root, ['src/**/*.ts'], join(root, 'built'), async (into) => {
    mkdirSync(into)
    write(into)
  })

describe('a build', () => {
  test('runs once for the same sources', async () => {
    await build()
    await build()
    expect(builds).toBe(1)
  })

  test.each([
    ['changed', () => writeFileSync(join(root, 'src/one.ts'), '2')],
    ['added', () => writeFileSync(join(root, 'src/two.ts'), '1')],
    ['deleted', () => rmSync(join(root, 'src/one.ts'))],
  ])('runs again after a source was %s, without the last result', async (_, change) => {
    await build()
    change()
    await build()
    expect(builds).toBe(2)
    expect([existsSync(built('1')), existsSync(built('2'))]).toEqual([false, true])
  })

  test('that fails leaves the last one, and runs again', async () => {
    await build()
    writeFileSync(join(root, 'src/one.ts'), '2')
    const fails = (into: string) => {
      writeFileSync(join(into, 'half'), '')
      throw new Error('out of space')
    }
    await expect(build(fails)).rejects.toThrow('out of space')
    expect(existsSync(built('1'))).toBe(true)
    await build()
    expect(readdirSync(join(root, 'built')).sort()).toEqual(['.sources', '2'])
    expect(readdirSync(root).sort()).toEqual(['built', 'src'])
  })

  test('may run beside another one of the same sources', async () => {
    await build()
    writeFileSync(join(root, 'src/one.ts'), '2')
    await Promise.all(Array.from({ length: 20 }, () => build((into) => writeFileSync(join(into, 'two'), ''))))
    expect(readdirSync(join(root, 'built')).sort()).toEqual(['.sources', 'two'])
    expect(readdirSync(root).sort()).toEqual(['built', 'src'])
  })

  test('leaves the last one in its place until it is whole', async () => {
    await build()
    writeFileSync(join(root, 'src/one.ts'), '2')
    let during: boolean | undefined
    await build(() => {
      during = existsSync(built('1'))
    })
    expect(during).toBe(true)
    expect(existsSync(built('1'))).toBe(false)
  })
})
