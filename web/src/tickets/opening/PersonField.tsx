import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Contact } from '@recado/shared/contacts/contact'
import { SEARCH_MAX } from '@recado/shared/http/paging'
import { useRef } from 'react'
import { useContacts } from '../../contacts/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { required } from '../../ui/required.ts'
import { textOf } from '../../ui/toast.ts'
import { type Person, personKey, typedPerson } from './person.ts'
import { personOfContact } from './person-of-contact.ts'

const DEBOUNCE_MS = 250

interface PersonFieldProps {
  person: Person | undefined
  /** What stands in the field. */
  words: string
  error: string | undefined
  onWords: (words: string) => void
  onChoose: (person: Person) => void
  /** The user types something else, and so means another person. */
  onForget: () => void
}

/** Searches for a contact, and takes a number that belongs to no contact yet. */
export function PersonField(props: PersonFieldProps) {
  const { person, words, error, onWords, onChoose, onForget } = props
  const { t } = useTexts()
  /** Mantine empties the field without a choice when the focus leaves it. */
  const isLeaving = useRef(false)
  const [typed] = useDebouncedValue(words.trim(), DEBOUNCE_MS)
  // A chosen person stands in the field, and is no search.
  const list = useContacts(typed === person?.title ? '' : typed.toLowerCase())
  const number = typedPerson(words)
  const isKnown = list.records.some((contact) => number && isOfNumber(contact, number))
  const offered = [...(number && !isKnown ? [number] : []), ...list.records.map(personOfContact)]
  const persons = new Map([...(person ? [person] : []), ...offered].map((each) => [personKey(each), each]))
  const isBusy = list.isFetching || typed !== words.trim()
  const nothing = isBusy ? t('common.loadingDots') : t('tickets.begin.nobody')
  return (
    <Select
      label={t('tickets.begin.person')}
      description={t('tickets.begin.personHint')}
      data={[...persons].map(([value, each]) => ({
        value,
        label: each === number ? t('tickets.begin.number', { number: each.title }) : each.title,
      }))}
      // The server searches.
      filter={({ options }) => options}
      // Mantine empties the field when the value becomes null.
      value={person ? personKey(person) : ''}
      onChange={(key) => {
        const chosen = persons.get(key ?? '')
        if (chosen) onChoose(chosen)
      }}
      maxLength={SEARCH_MAX}
      searchValue={words}
      onSearchChange={(next) => {
        if (person || !isLeaving.current) onWords(next)
      }}
      onInput={() => person && onForget()}
      onBlurCapture={() => {
        isLeaving.current = true
      }}
      onBlur={() => {
        isLeaving.current = false
        // A number needs no choice.
        if (number && !person) onChoose(number)
      }}
      nothingFoundMessage={list.error ? textOf(list.error) : nothing}
      error={error}
      maxDropdownHeight={220}
      // The choices are part of the dialog.
      comboboxProps={{ withinPortal: false }}
      selectFirstOptionOnChange
      searchable
      {...required}
      data-autofocus
    />
  )
}

const isOfNumber = (contact: Contact, person: Person): boolean =>
  'number' in person && contact.number !== null && person.number === `+${contact.number}`
