import type { Key } from '../../table/table.ts'

/** A row of the platform. */
export const deletionKey = (companyId: string): Key => ({ pk: 'COMPANY-DELETIONS', sk: companyId })
