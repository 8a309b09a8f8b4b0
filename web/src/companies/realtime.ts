import { companyDeletion } from '@recado/shared/companies/register/company-record'
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import { deletion, type LiveEvent } from '../realtime/frame.ts'
import { companyKeys } from './keys.ts'

const progress = z.object({ record: companyDeletion })

/** Applies the progress of a company's deletion, which is sent to the operator who started it. */
export function applyCompanyEvent(client: QueryClient, { topic, action, frame }: LiveEvent): void {
  if (topic !== 'company') return
  const event = progress.safeParse(frame)
  if (action === 'deletion' && event.success) {
    client.setQueryData(companyKeys.deletion(event.data.record.companyId), event.data.record)
  }
  const gone = deletion.safeParse(frame)
  if (action === 'deleted' && gone.success) {
    client.invalidateQueries({ queryKey: companyKeys.deletion(gone.data.id) })
    client.invalidateQueries({ queryKey: companyKeys.lists })
  }
}
