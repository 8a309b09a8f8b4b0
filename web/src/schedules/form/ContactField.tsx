import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { SEARCH_MAX } from '@recado/shared/http/paging'
import { type ReactNode, useState } from 'react'
import { useContacts } from '../../contacts/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { personOfContact } from '../../tickets/opening/person-of-contact.ts'
import { required } from '../../ui/required.ts'
import { textOf } from '../../ui/toast.ts'

const DEBOUNCE_MS = 250

/** A contact, and what the user calls it. */
export interface NamedContact {
  contactId: string
  title: string
}

interface ContactFieldProps {
  contact: NamedContact | undefined
  error: ReactNode
  onChoose: (contact: NamedContact) => void
}

/** Searches for the contact of a schedule. */
export function ContactField({ contact, error, onChoose }: ContactFieldProps) {
  const { t } = useTexts()
  const [words, setWords] = useState(contact?.title ?? '')
  const [typed] = useDebouncedValue(words.trim(), DEBOUNCE_MS)
  // The chosen contact stands in the field, and is no search.
  const list = useContacts(typed === contact?.title ? '' : typed.toLowerCase())
  const found = list.records.map((record) => ({ contactId: record.id, title: personOfContact(record).title }))
  const offered = new Map([...(contact ? [contact] : []), ...found].map((each) => [each.contactId, each]))
  const isBusy = list.isFetching || typed !== words.trim()
  const nothing = isBusy ? t('common.loadingDots') : t('schedules.form.nobody')
  return (
    <Select
      label={t('schedules.form.contact')}
      description={t('schedules.form.contactHint')}
      data={[...offered.values()].map(({ contactId, title }) => ({ value: contactId, label: title }))}
      // The server searches.
      filter={({ options }) => options}
      value={contact?.contactId ?? null}
      onChange={(id) => {
        const chosen = offered.get(id ?? '')
        if (chosen) onChoose(chosen)
      }}
      maxLength={SEARCH_MAX}
      searchValue={words}
      onSearchChange={setWords}
      nothingFoundMessage={list.error ? textOf(list.error) : nothing}
      error={error}
      maxDropdownHeight={220}
      // The choices are part of the dialog.
      comboboxProps={{ withinPortal: false }}
      selectFirstOptionOnChange
      searchable
      {...required}
      data-autofocus
      data-path="contactId"
    />
  )
}
