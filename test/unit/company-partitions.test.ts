import {
  conversationsOf,
  LED_BY,
  messagesOf,
  PARTITIONS,
  partitionsOfConnection,
  partitionsOfLedger,
  partitionsOfList,
} from '@recado/shared/companies/deletion/partitions'
import { expect, test } from 'vitest'
import { sourceFiles } from '../support/source-files.ts'

/** Rows of the platform itself, without a company. */
const OF_THE_PLATFORM = [
  'PLANS',
  'INSTANCES',
  'HELPS',
  'COMPANIES',
  'COMPANY-DELETIONS',
  'ANNOUNCEMENTS',
  'RETENTION',
  'RETENTION-COMPANIES',
  'MIGRATIONS',
]

const STORED =
  /(?:\b(?:keyIn|partition)(?:<[^(]*>)?\(\s*|\b[A-Z_]*(?:NAMES|COLORS) = )['"`]([A-Z][A-Z-]+)|`([A-Z][A-Z-]+)#\$\{/g

/** Names that look like partitions: WhatsApp's keys in a table of their own. */
const NO_PARTITIONS = ['KEY']

/** The partition names in the source, without the ids behind them. */
function storedPartitions(): Map<string, string> {
  const found = new Map<string, string>()
  for (const { path, area, text } of sourceFiles()) {
    if (!['shared', 'functions', 'fargate-session'].includes(area ?? '')) continue
    if (path.includes('/companies/deletion/') || path.startsWith('shared/src/table/')) continue
    for (const [, named, prefix] of text.matchAll(STORED)) {
      const name = named ?? prefix
      if (name && !NO_PARTITIONS.includes(name)) found.set(name, path)
    }
  }
  return found
}

test('the deletion of a company names every partition that the source writes', () => {
  const known = new Set(
    [
      ...Object.values(PARTITIONS).flat(),
      ...LED_BY,
      ...OF_THE_PLATFORM,
      ...partitionsOfConnection('id'),
      conversationsOf('id'),
      messagesOf('id', 'chat'),
      ...partitionsOfList('id'),
      ...partitionsOfLedger('id'),
    ].map((pk) => pk.split('#')[0]),
  )
  const stored = storedPartitions()
  expect([...stored.keys()].length).toBeGreaterThan(50)
  const forgotten = [...stored]
    .filter(([name]) => !known.has(name))
    .map(([name, path]) => `${name} of ${path}`)
  expect(forgotten).toEqual([])
  // And the other way round: every name there exists.
  const literal = [...known].filter((name) => name && !stored.has(name) && !OF_THE_PLATFORM.includes(name))
  expect(literal).toEqual([])
})
