import { type CompanyDeletion, companyDeletion } from '@recado/shared/companies/register/company-record'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod'
import { deletion, type LiveEvent } from '../realtime/frame.ts'
import { announceDeletion } from './announce-deletion.ts'
import { companyKeys } from './keys.ts'

const progress = z.object({ record: companyDeletion })
const end = deletion.extend({ name: z.string() })

/** Applies the progress and the end of a company's deletion, which are sent to the operator who started it. */
export function applyCompanyEvent(client: QueryClient, { topic, action, frame }: LiveEvent): QueryKey[] {
  if (topic !== 'company') return []
  const event = progress.safeParse(frame)
  if (action === 'deletion' && event.success) {
    const { record } = event.data
    // Events may overtake each other (ADR 27), and a deletion only goes on.
    client.setQueryData<CompanyDeletion>(companyKeys.deletion(record.companyId), (known) =>
      known && known.done > record.done ? known : record,
    )
    return [companyKeys.deletion(record.companyId)]
  }
  const gone = end.safeParse(frame)
  if (action !== 'deleted' || !gone.success) return []
  announceDeletion(gone.data)
  const changed = [companyKeys.deletion(gone.data.id), companyKeys.lists, companyKeys.dashboard]
  for (const queryKey of changed) client.invalidateQueries({ queryKey })
  return changed
}
