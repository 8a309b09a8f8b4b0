import { Select, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Contact } from '@recado/shared/contacts/contact'
import { SEARCH_MAX } from '@recado/shared/http/paging'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { contactTitle, shownNumber } from '../ContactName.tsx'
import { useContacts } from '../queries.ts'
import { MergeDialog } from './MergeDialog.tsx'

const DEBOUNCE_MS = 250
/** Room for the choices below the field (px). */
const ROOM_PX = 340

interface MergeWithDialogProps {
  contact: Pick<Contact, 'id'>
  onClose: () => void
}

/** Searches for the other contact to merge with. Then the two are compared. */
export function MergeWithDialog({ contact: { id }, onClose }: MergeWithDialogProps) {
  const { t } = useTexts()
  const [words, setWords] = useState('')
  const [searched] = useDebouncedValue(words.trim().toLowerCase(), DEBOUNCE_MS)
  const list = useContacts(searched)
  const [otherId, setOtherId] = useState<string | null>(null)
  if (otherId) return <MergeDialog ids={[id, otherId]} onClose={onClose} />
  const data = list.records
    .filter((contact) => contact.id !== id)
    .map((contact) => ({ value: contact.id, label: `${contactTitle(contact)} · ${shownNumber(contact)}` }))
  return (
    <Dialog opened onClose={onClose} title={t('contactBook.merge.withTitle')}>
      <Stack mih={ROOM_PX}>
        {list.error != null && (
          <ListProblem error={list.error} onRetry={list.refetch} isRetrying={list.isFetching} />
        )}
        <Select
          label={t('contactBook.merge.other')}
          description={t('contactBook.merge.otherHint')}
          data={data}
          // The server searches.
          filter={({ options }) => options}
          maxLength={SEARCH_MAX}
          searchValue={words}
          onSearchChange={setWords}
          onChange={setOtherId}
          nothingFoundMessage={list.isPending ? t('common.loadingDots') : t('contactBook.merge.noOther')}
          // The choices are part of the dialog.
          comboboxProps={{ withinPortal: false }}
          searchable
          data-autofocus
        />
      </Stack>
    </Dialog>
  )
}
