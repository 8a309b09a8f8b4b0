import { type Key, keyIn, type Row } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { canonicalKey } from './canonical-key.ts'

interface NumberOfLid {
  number: string
}

interface LidOfNumber {
  lid: string
}

/** LID → number, if it is known. */
export const lidKey = (lid: string): Key<NumberOfLid> => keyIn('LIDS', lid)

/** Number → LID, to find blocks. */
export const lidOfNumberKey = (number: string): Key<LidOfNumber> => keyIn('LID-OF', canonicalKey(number))

export const numberOfLid = async (table: TenantTable, lid: string): Promise<string | undefined> =>
  (await table.get(lidKey(lid)))?.number

/** The known numbers of many people by LID. */
export async function numbersOfLids(
  table: TenantTable,
  lids: readonly string[],
): Promise<Map<string, string>> {
  if (lids.length === 0) return new Map()
  const rows = await table.getMany(lids.map(lidKey))
  return new Map(rows.map(({ sk, number }) => [sk, number]))
}

/** Stores pairs of number and LID. */
export const learnNumbers = (
  table: TenantTable,
  people: readonly { number: string; lid: string }[],
): Promise<void> =>
  table.putMany<object>(
    [...new Map(people.map((person) => [person.lid, person])).values()].flatMap((person) =>
      rowsOfPerson(person),
    ),
  )

/** Deletes the link between a number and a LID. */
export const forgetNumber = (table: TenantTable, { lid, number }: { lid: string; number: string }) =>
  table.deleteMany([lidKey(lid), lidOfNumberKey(number)])

/** Both directions: messages arrive with the LID, and blocks are found by number. */
const rowsOfPerson = ({
  lid,
  number,
}: {
  lid: string
  number: string
}): (Row<NumberOfLid> | Row<LidOfNumber>)[] => [
  { ...lidKey(lid), number: canonicalKey(number) },
  { ...lidOfNumberKey(number), lid },
]
