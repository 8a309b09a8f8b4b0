import { Anchor, Stack, Text } from '@mantine/core'
import { hasPermission } from '@recado/shared/access'
import type { QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import { session } from '../api/session.ts'
import type { LiveEvent } from '../realtime/frame.ts'
import { textOf, toastError, toastSuccess } from '../ui/toast.ts'
import { importEventOf } from './import-events.ts'
import type { ImportTarget } from './target.ts'

/** Shows a toast with a link when an import ended, unless its page is open or the user may not see it. */
export function announceImport(_client: QueryClient, event: LiveEvent): void {
  const told = importEventOf(event)
  if (!told || location.pathname === pathOf(told.target) || !maySee(told.target)) return
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

/** Only admins import contacts (shared/src/imports/routes.ts). */
const maySee = ({ kind }: ImportTarget): boolean =>
  kind !== 'contacts' || hasPermission(session.user()?.profile ?? 'user', 'drawer-admin-items:view')

function pathOf(target: ImportTarget): string {
  if (target.kind === 'list') return `/contact-lists/${target.contactListId}/contacts`
  return target.kind === 'contacts' ? '/contacts' : '/contact-blocks'
}

interface ToldProps {
  text: string
  target: ImportTarget
  importId: string
}

function Told({ text, target, importId }: ToldProps) {
  return (
    <Stack gap={2}>
      <Text size="sm">{text}</Text>
      <Anchor size="sm" renderRoot={(props) => <ImportLink target={target} importId={importId} {...props} />}>
        {i18next.t('imports.see')}
      </Anchor>
    </Stack>
  )
}

/** A link to the dialog of an import. */
function ImportLink({ target, importId, ...props }: Omit<ToldProps, 'text'>) {
  const search = { dialog: 'import', importId } as const
  if (target.kind === 'contacts') return <Link to="/contacts" search={search} {...props} />
  if (target.kind === 'blocks') return <Link to="/contact-blocks" search={search} {...props} />
  return (
    <Link
      to="/contact-lists/$contactListId/contacts"
      params={{ contactListId: target.contactListId }}
      search={search}
      {...props}
    />
  )
}
