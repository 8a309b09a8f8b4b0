import { Card, Radio, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { ContactFacts } from '../ContactFacts.tsx'
import { contactTitle, shownNumber } from '../ContactName.tsx'
import { contactQuery, useMergeContacts, useUndoMerge } from '../queries.ts'
import { announceMerge } from './MergedToast.tsx'

interface MergeDialogProps {
  /** Two contacts that may be one person. */
  ids: readonly [string, string]
  onClose: () => void
}

/** Shows two contacts side by side, and asks which one stays. */
export function MergeDialog({ ids, onClose }: MergeDialogProps) {
  const { t } = useTexts()
  const merge = useMergeContacts()
  const { mutate: undo } = useUndoMerge()
  const [kept, setKept] = useState<string>(ids[0])
  const confirm = () => {
    const otherId = ids.find((id) => id !== kept)
    if (!otherId || merge.isPending) return
    merge.mutate(
      { contactId: kept, otherId },
      {
        onSuccess: ({ mergeId }) => {
          announceMerge(mergeId, undo)
          onClose()
        },
      },
    )
  }
  return (
    <ConfirmDialog
      opened
      title={t('contactBook.merge.title')}
      action={t('contactBook.merge.action')}
      size="lg"
      isBusy={merge.isPending}
      error={merge.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">{t('contactBook.merge.text')}</Text>
      <Radio.Group aria-label={t('contactBook.merge.which')} value={kept} onChange={setKept}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {ids.map((id) => (
            <Choice key={id} contactId={id} />
          ))}
        </SimpleGrid>
      </Radio.Group>
    </ConfirmDialog>
  )
}

function Choice({ contactId }: { contactId: string }) {
  const { t } = useTexts()
  const { data: contact, error, isFetching, refetch } = useQuery(contactQuery(contactId))
  // While the two were merged, the answer for one was the other.
  const isOutdated = contact?.id !== contactId && isFetching
  if (error && !contact)
    return (
      <ListProblem
        error={error}
        title={t('tickets.panel.notLoaded')}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    )
  if (!contact || isOutdated) return <Skeleton height={180} aria-label={t('common.loading')} />
  const words = { name: contactTitle(contact), number: shownNumber(contact) }
  return (
    <Card withBorder p="sm">
      <Stack gap="sm">
        <Radio value={contactId} label={t('contactBook.merge.keep', words)} />
        <ContactFacts contact={contact} />
      </Stack>
    </Card>
  )
}
