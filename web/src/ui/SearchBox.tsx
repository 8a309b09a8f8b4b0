import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'

const SEARCH_DEBOUNCE_MS = 500

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
  const [typed, setTyped] = useState(value)
  const search = useDebouncedCallback((text: string) => onSearch(text.trim().toLowerCase()), debounceMs)
  // The browser's back button changes the search from outside.
  useEffect(() => setTyped((now) => (now.trim().toLowerCase() === value ? now : value)), [value])

  const type = (text: string) => {
    setTyped(text)
    search(text)
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed && <CloseButton size="sm" aria-label={t('common.clearSearch')} onClick={() => type('')} />
      }
      flex="1 1 14rem"
      maw={420}
    />
  )
}
