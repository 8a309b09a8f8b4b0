import { Anchor, Stack, Text } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import type { LiveEvent } from '../realtime/frame.ts'
import { toastSuccess } from '../ui/toast.ts'
import { fetchOf } from './realtime.ts'

const SHOWN_ON = ['/groups', '/group-lists']

/** Says that an account's groups were read, with the way to them, unless one is looking at them anyway. */
export function announceSync(_client: QueryClient, event: LiveEvent): void {
  const fetch = fetchOf(event)
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
