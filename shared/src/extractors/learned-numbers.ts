import { lidKey } from '../conversations/identity.ts'
import type { TenantTable } from '../table/tenant.ts'

/** The numbers of people of whom WhatsApp gave an id alone, as far as they were learned since: LID → number. */
export async function learnedNumbers(
  table: TenantTable,
  lids: readonly string[],
): Promise<Map<string, string>> {
  if (lids.length === 0) return new Map()
  const rows = await table.getMany<{ number: string }>(lids.map(lidKey))
  return new Map(rows.map(({ sk, number }) => [sk, number]))
}
