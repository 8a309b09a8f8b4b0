import { Alert, Button, Card, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { CONTACT_NOTE_MAX, type ContactDetails, type ContactNote } from '@recado/shared/contacts/contact'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay, useUser } from '../../session/use-session.ts'
import { attendantsQuery } from '../../tickets/queries.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { RowAction } from '../../ui/RowAction.tsx'
import { textOf, toastError } from '../../ui/toast.ts'
import { useIsGone } from '../../ui/use-is-gone.ts'
import { useZone } from '../../zone/use-zone.ts'
import { useAddNote, useDeleteNote, useIsAddingNote } from '../queries.ts'
import { useUnsentNote } from './unsent-note.ts'

/** Notes of the company about a contact, newest first, with a field for the next one. */
export function Notes({ contact: { id, notes } }: { contact: ContactDetails }) {
  const { t } = useTexts()
  const add = useAddNote(id)
  const isAdding = useIsAddingNote(id)
  const isGone = useIsGone()
  const { text, write, noteSaved } = useUnsentNote(id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!text.trim() || isAdding) return
    add.mutateAsync(text).then(
      () => noteSaved(text),
      (error: unknown) => {
        // An open panel shows the error itself.
        if (isGone()) toastError(error)
      },
    )
  }
  return (
    <Card withBorder component="section" aria-label={t('contactBook.notes.title')}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('contactBook.notes.title')}
        </Title>
        <LeaveGuard staysOverTabs isDirty={text.trim() !== ''} onLeave={() => write('')} />
        <form onSubmit={submit}>
          <Stack gap="xs">
            <Textarea
              label={t('contactBook.notes.text')}
              description={t('contactBook.notes.hint')}
              autosize
              minRows={2}
              maxRows={8}
              maxLength={CONTACT_NOTE_MAX}
              // The saved note empties the field.
              disabled={isAdding}
              value={text}
              onChange={(event) => write(event.currentTarget.value)}
            />
            {add.error && (
              <Alert color="red" role="alert">
                {textOf(add.error)}
              </Alert>
            )}
            <Group justify="flex-end">
              <Button type="submit" size="xs" loading={isAdding} disabled={!text.trim()}>
                {t('contactBook.notes.add')}
              </Button>
            </Group>
          </Stack>
        </form>
        {notes.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('contactBook.notes.empty')}
          </Text>
        )}
        {notes.map((note) => (
          <Note key={note.id} contactId={id} note={note} />
        ))}
      </Stack>
    </Card>
  )
}

function Note({ contactId, note: { id, text, userId, at } }: { contactId: string; note: ContactNote }) {
  const { t } = useTexts()
  const zone = useZone()
  const me = useUser().id
  const mayAdminister = useMay('drawer-admin-items:view')
  const { data: authors } = useQuery(attendantsQuery)
  const remove = useDeleteNote(contactId)
  const author = authors?.find((user) => user.id === userId)?.name
  const moment = formatDateTime(at, zone)
  return (
    <Group wrap="nowrap" align="flex-start" justify="space-between">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          <bdi>{text}</bdi>
        </Text>
        <Text size="xs" c="dimmed">
          {authors && (author ?? t('contactBook.notes.formerUser'))} · <time dateTime={at}>{moment}</time>
        </Text>
      </div>
      {(mayAdminister || userId === me) && (
        <RowAction
          label={t('contactBook.notes.delete', { at: moment })}
          icon={IconTrash}
          danger
          onClick={() => !remove.isPending && remove.mutate(id, { onError: (error) => toastError(error) })}
        />
      )}
    </Group>
  )
}
