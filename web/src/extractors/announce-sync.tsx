import { Anchor, Stack, Text } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import type { LiveEvent } from '../realtime/frame.ts'
import { toastSuccess } from '../ui/toast.ts'
import { groupFetchOf } from './realtime.ts'

const SHOWN_ON = ['/groups', '/group-lists']

/** Shows a toast with a link when an account's groups were read, unless their page is open. */
export function announceSync(_client: QueryClient, event: LiveEvent): void {
  const fetch = groupFetchOf(event)
  if (fetch?.status !== 'DONE' || SHOWN_ON.includes(location.pathname)) return
  toastSuccess(
    <Stack gap={2}>
      <Text size="sm">
        {i18next.t('extractors.sync.done', { count: fetch.stored, name: fetch.whatsappName })}
      </Text>
      <Anchor size="sm" renderRoot={(props) => <Link to="/groups" {...props} />}>
        {i18next.t('extractors.sync.see')}
      </Anchor>
    </Stack>,
    `synced-${fetch.whatsappId}-${fetch.startedAt}`,
  )
}
