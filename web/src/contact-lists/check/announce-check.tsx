import { Anchor, Stack, Text } from '@mantine/core'
import { type ContactList, contactList } from '@recado/shared/contact-lists/contact-list'
import type { QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import * as z from 'zod'
import type { LiveEvent } from '../../realtime/frame.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { contactsOf } from '../contacts-link.ts'
import { contactListKeys } from '../keys.ts'

const written = z.object({ record: contactList })

/**
 * Says that a check of numbers came to its end, with the way to the list; one that was stopped did not. Looks at
 * what is known before the event is applied.
 */
export function announceCheck(client: QueryClient, { topic, action, frame }: LiveEvent): void {
  if (topic !== 'contact-list' || action !== 'update') return
  const now = written.safeParse(frame).data?.record
  const check = now && client.getQueryData<ContactList>(contactListKeys.one(now.id))?.checking
  if (!now || !check || now.checking || now.unknowns > 0) return
  toastSuccess(
    <Stack gap={2}>
      <Text size="sm">{i18next.t('contactLists.check.done', { name: now.name })}</Text>
      <Anchor size="sm" renderRoot={(props) => <Link {...contactsOf(now)} {...props} />}>
        {i18next.t('contactLists.open')}
      </Anchor>
    </Stack>,
    `checked-${now.id}-${check.startedAt}`,
  )
}
