import { companyDeletion } from '@recado/shared/companies/register/company-record'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod'
import { deletion, type LiveEvent } from '../realtime/frame.ts'
import { companyKeys } from './keys.ts'

const progress = z.object({ record: companyDeletion })

/** Applies the progress of a company's deletion, which is sent to the operator who started it. */
export function applyCompanyEvent(client: QueryClient, { topic, action, frame }: LiveEvent): QueryKey[] {
  if (topic !== 'company') return []
  const event = progress.safeParse(frame)
  if (action === 'deletion' && event.success) {
    const { record } = event.data
    client.setQueryData(companyKeys.deletion(record.companyId), record)
    return [companyKeys.deletion(record.companyId)]
  }
  const gone = deletion.safeParse(frame)
  if (action !== 'deleted' || !gone.success) return []
  client.invalidateQueries({ queryKey: companyKeys.deletion(gone.data.id) })
  client.invalidateQueries({ queryKey: companyKeys.lists })
  return [companyKeys.deletion(gone.data.id), companyKeys.lists]
}
