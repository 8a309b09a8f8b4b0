import { sourceFiles } from './source-files.ts'

/** Rows of the platform itself, without a company. */
export const OF_THE_PLATFORM = [
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

/** The partition names in the source with a file that writes them, without the ids behind the names. */
export function storedPartitions(): Map<string, string> {
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
