import { CloseButton, TextInput } from '@mantine/core'
import { QUERY_MAX } from '@recado/shared/search/routes'
import { IconSearch } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useTypedSearch } from '../../ui/use-typed-search.ts'
import { searchedIn } from './searched.ts'

const DEBOUNCE_MS = 250

interface SearchFieldProps {
  /** What the page's address says is searched for. */
  q: string | undefined
  /** Whether only the open conversation is searched. */
  isWithin: boolean
  onQuery: (q: string | undefined) => void
  /** The key that goes from the field into the results. */
  onDown: () => void
  /** Opens the first result. */
  onEnter: () => void
}

/** The search in the list's pane. Escape gives the list back. */
export function SearchField({ q, isWithin, onQuery, onDown, onEnter }: SearchFieldProps) {
  const { t } = useTexts()
  const { typed, type, clear } = useTypedSearch({
    value: q,
    searchedIn,
    onSearch: onQuery,
    debounceMs: DEBOUNCE_MS,
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const act = { ArrowDown: onDown, Enter: onEnter, Escape: typed || isWithin ? clear : undefined }[
      event.key
    ]
    if (!act) return
    // The page takes Escape to leave the ticket.
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const label = t(isWithin ? 'tickets.keys.find' : 'tickets.search.label')
  return (
    <TextInput
      flex={1}
      type="search"
      size="sm"
      aria-label={label}
      placeholder={isWithin ? label : t('tickets.search.placeholder')}
      maxLength={QUERY_MAX}
      value={typed}
      onChange={({ currentTarget: { value } }) => type(value)}
      onKeyDown={onKeyDown}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed && <CloseButton size="sm" aria-label={t('common.clearSearch')} onClick={clear} />}
    />
  )
}
