import { Anchor, Stack, Text } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import type { LiveEvent } from '../realtime/frame.ts'
import { toastError, toastSuccess } from '../ui/toast.ts'
import { importChangeOf, listOfItems } from './import-events.ts'

/** Says that an import ended, with the way to its list, unless one is looking at it anyway. */
export function announceImport(_client: QueryClient, { topic, action, frame }: LiveEvent): void {
  const contactListId = listOfItems(topic)
  const change = importChangeOf(action, frame)
  if (!contactListId || !change || change.status === 'RUNNING') return
  const { importId, status, imported, error } = change
  if (location.pathname === `/contact-lists/${contactListId}/contacts`) return
  if (status === 'FAILED') {
    toastError(error ?? 'ERR_INTERNAL')
    return
  }
  toastSuccess(
    <Stack gap={2}>
      <Text size="sm">{i18next.t('contactLists.import.doneToast', { count: imported ?? 0 })}</Text>
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link
            to="/contact-lists/$contactListId/contacts"
            params={{ contactListId }}
            search={{ dialog: 'import', importId }}
            {...props}
          />
        )}
      >
        {i18next.t('contactLists.import.see')}
      </Anchor>
    </Stack>,
    importId,
  )
}
