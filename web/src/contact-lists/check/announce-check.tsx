import { Anchor, Stack, Text } from '@mantine/core'
import { type ContactList, contactList } from '@recado/shared/contact-lists/contact-list'
import type { QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import * as z from 'zod'
import type { LiveEvent } from '../../realtime/frame.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { contactsLink } from '../contacts-link.ts'
import { contactListKeys } from '../keys.ts'

const written = z.object({ record: contactList })

/**
 * Shows a toast with a link to the list when a check of numbers is complete, but not when it was cancelled. It
 * reads the cached list, so it has to run before the event is applied.
 */
export function announceCheck(client: QueryClient, { topic, action, frame }: LiveEvent): void {
  if (topic !== 'contact-list' || action !== 'update') return
  const now = written.safeParse(frame).data?.record
  const check = now && client.getQueryData<ContactList>(contactListKeys.one(now.id))?.checking
  if (!now || !check || now.checking || now.unknowns > 0) return
  toastSuccess(
    <Stack gap={2}>
      <Text size="sm">{i18next.t('contactLists.check.done', { name: now.name })}</Text>
      <Anchor size="sm" renderRoot={(props) => <Link {...contactsLink(now)} {...props} />}>
        {i18next.t('contactLists.open')}
      </Anchor>
    </Stack>,
    `checked-${now.id}-${check.startedAt}`,
  )
}
