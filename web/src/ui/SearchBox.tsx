import { CloseButton, TextInput } from '@mantine/core'
import { SEARCH_MAX } from '@recado/shared/http/paging'
import { IconSearch } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import { useTypedSearch } from './use-typed-search.ts'

const SEARCH_DEBOUNCE_MS = 500
const searchedIn = (text: string): string => text.trim().toLowerCase()

interface SearchBoxProps {
  label: string
  /** The search text of the URL. */
  value: string
  /** Called half a second after the last key, with the text in lower case. */
  onSearch: (text: string) => void
  /** Pause after the last key (ms), if another one is specified. */
  debounceMs?: number
}

export function SearchBox({ label, value, onSearch, debounceMs = SEARCH_DEBOUNCE_MS }: SearchBoxProps) {
  const { t } = useTexts()
  const { typed, type, clear } = useTypedSearch({ value, searchedIn, onSearch, debounceMs })
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={SEARCH_MAX}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed && <CloseButton size="sm" aria-label={t('common.clearSearch')} onClick={clear} />}
      flex="1 1 14rem"
      maw={420}
    />
  )
}
