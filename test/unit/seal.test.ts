import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FileKeys } from '@recado/shared/secrets/file-keys'
import { seal, unseal } from '@recado/shared/secrets/seal'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const KEY = new Uint8Array(32).fill(1)
const plain = new TextEncoder().encode('o que ninguém deve ler')
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

describe('a sealed text', () => {
  test('opens with its key and its context, for any text', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (bytes, context) => {
        expect(new Uint8Array(unseal(KEY, seal(KEY, bytes, context), context))).toEqual(bytes)
      }),
    )
  })

  test('does not open with another key', () => {
    const other = new Uint8Array(32).fill(2)
    expect(() => unseal(other, seal(KEY, plain, 'context'), 'context')).toThrow()
  })

  test('does not open in another context: another company, connection, type, id or version', () => {
    const sealed = seal(KEY, plain, 'A|connection|pre-key|1|1')
    for (const context of [
      'B|connection|pre-key|1|1',
      'A|other|pre-key|1|1',
      'A|connection|session|1|1',
      'A|connection|pre-key|2|1',
      'A|connection|pre-key|1|2',
      'A|connection|pre-key|1|11',
      '',
    ])
      expect(() => unseal(KEY, sealed, context), context).toThrow()
  })

  test('does not open with any bit changed', () => {
    const sealed = seal(KEY, plain, 'context')
    for (let at = 0; at < sealed.length; at++) {
      for (const bit of [1, 128]) {
        const changed = Uint8Array.from(sealed)
        changed[at] = (changed[at] ?? 0) ^ bit
        expect(() => unseal(KEY, changed, 'context'), `byte ${at}`).toThrow()
      }
    }
  })

  test('does not open after a cut at any place, or with bytes behind it', () => {
    const sealed = seal(KEY, plain, 'context')
    for (let length = 0; length < sealed.length; length++) {
      expect(() => unseal(KEY, sealed.subarray(0, length), 'context'), `first ${length}`).toThrow()
      if (length > 0)
        expect(() => unseal(KEY, sealed.subarray(length), 'context'), `from ${length}`).toThrow()
    }
    expect(() => unseal(KEY, Buffer.concat([sealed, Buffer.from([0])]), 'context')).toThrow()
  })

  test('never has the same bytes twice, and does not contain the text', () => {
    const sealed = Array.from({ length: 50 }, () => seal(KEY, plain, 'context'))
    expect(new Set(sealed.map((each) => Buffer.from(each).toString('hex'))).size).toBe(50)
    for (const each of sealed) expect(text(each)).not.toContain('ninguém')
  })
})

describe('keys in a folder', () => {
  let folder: string
  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'recado-keys-')), 'keys')
  })
  afterAll(() => rm(join(folder, '..'), { recursive: true }))

  test('open a data key only for its own purpose', async () => {
    const keys = new FileKeys(folder)
    const { plain: key, wrapped } = await keys.newDataKey({ companyId: 'A', connectionId: '1' })
    expect(key).toHaveLength(32)
    const open = (context: Record<string, string>) => new FileKeys(folder).openDataKey(wrapped, context)
    expect(Buffer.from(await open({ connectionId: '1', companyId: 'A' }))).toEqual(Buffer.from(key))
    await expect(open({ companyId: 'B', connectionId: '1' })).rejects.toThrow()
    await expect(open({ companyId: 'A', connectionId: '2' })).rejects.toThrow()
    await expect(open({ companyId: 'A' })).rejects.toThrow()
    await expect(open({ companyId: '1', connectionId: 'A' })).rejects.toThrow()
    expect(Buffer.from(wrapped).includes(Buffer.from(key))).toBe(false)
  })

  test('create a secret once for any number of simultaneous callers', async () => {
    let made = 0
    const asked = Array.from({ length: 20 }, () =>
      new FileKeys(folder).secret('shared', () => {
        made++
        return `secret ${made}`
      }),
    )
    expect(new Set((await Promise.all(asked)).flat()).size).toBe(1)
    expect(await new FileKeys(folder).secret('shared', () => 'another')).toEqual(await asked[0])
  })

  test('can be read only by the file owner', async () => {
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const files = await readdir(folder)
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) expect((await stat(join(folder, file))).mode & 0o777, file).toBe(0o600)
  })
})
