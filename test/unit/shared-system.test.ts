import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
/** An account that a test links, or the beginning of its customers' numbers. */
const ACCOUNT = /\b5511900000\d{3}\b|'551195\d{3}'/g

/** Each account, with the test files on the shared system that use it. */
async function usersOfAccounts(): Promise<[account: string, users: string[]][]> {
  const found: { account: string; user: string }[] = []
  for await (const path of glob('test/integration/*.test.ts', { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, path), 'utf8')
    if (!text.includes('sharedSystem(')) continue
    for (const account of new Set(text.match(ACCOUNT))) found.push({ account, user: basename(path) })
  }
  const byAccount = Map.groupBy(found, ({ account }) => account)
  return [...byAccount].map(([account, uses]) => [account, uses.map(({ user }) => user)])
}

test('files that share a system have accounts and customers of their own, because they run side by side', async () => {
  const all = await usersOfAccounts()
  expect(all.length).toBeGreaterThan(20)
  expect(all.filter(([, users]) => users.length > 1)).toEqual([])
})
