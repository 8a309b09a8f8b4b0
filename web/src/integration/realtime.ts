import { integration } from '@recado/shared/integration/integration'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import i18next from 'i18next'
import * as z from 'zod'
import type { LiveEvent } from '../realtime/frame.ts'
import { toastError } from '../ui/toast.ts'
import { integrationKeys } from './keys.ts'

const written = z.object({ record: integration })

/**
 * Applies the state of the link to the platform, and fetches it again, because events may overtake each other (ADR 27). A toast
 * on any page says when it was paused.
 */
export function applyIntegrationEvent(client: QueryClient, { topic, frame }: LiveEvent): QueryKey[] {
  const told = topic === 'integration' ? written.safeParse(frame).data : undefined
  if (!told) return []
  const { record } = told
  client.setQueryData(integrationKeys.link, record)
  client.setQueryData(integrationKeys.enabled, record.status === 'ENABLED')
  const changed = [integrationKeys.link, integrationKeys.enabled]
  for (const queryKey of changed) client.invalidateQueries({ queryKey })
  if (record.status === 'PAUSED')
    toastError('ERR_INTEGRATION_TOKEN', {
      title: i18next.t('integration.paused.title'),
      message: i18next.t('integration.paused.text'),
    })
  return changed
}
