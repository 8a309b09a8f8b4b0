import { Anchor, Stack, Text } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import type { LiveEvent } from '../realtime/frame.ts'
import { textOf, toastError, toastSuccess } from '../ui/toast.ts'
import { importEventOf } from './import-events.ts'
import type { ImportTarget } from './target.ts'

/** Says that an import ended, with the way back to it, unless one is looking at it anyway. */
export function announceImport(_client: QueryClient, event: LiveEvent): void {
  const told = importEventOf(event)
  if (!told || location.pathname === pathOf(told.target)) return
  const { target, change } = told
  const { importId, status, imported, error } = change
  if (status === 'FAILED') {
    const code = error ?? 'ERR_INTERNAL'
    const message = <Told text={textOf(code)} target={target} importId={importId} />
    toastError(code, { title: i18next.t('imports.failed'), message })
  }
  if (status === 'DONE') {
    const text = i18next.t(`imports.doneText.${target.kind}`, { count: imported ?? 0 })
    toastSuccess(<Told text={text} target={target} importId={importId} />, importId)
  }
}

const pathOf = (target: ImportTarget) =>
  target.kind === 'list' ? `/contact-lists/${target.contactListId}/contacts` : '/contact-blocks'

function Told({ text, target, importId }: { text: string; target: ImportTarget; importId: string }) {
  const search = { dialog: 'import', importId } as const
  return (
    <Stack gap={2}>
      <Text size="sm">{text}</Text>
      <Anchor
        size="sm"
        renderRoot={(props) =>
          target.kind === 'list' ? (
            <Link
              to="/contact-lists/$contactListId/contacts"
              params={{ contactListId: target.contactListId }}
              search={search}
              {...props}
            />
          ) : (
            <Link to="/contact-blocks" search={search} {...props} />
          )
        }
      >
        {i18next.t('imports.see')}
      </Anchor>
    </Stack>
  )
}
