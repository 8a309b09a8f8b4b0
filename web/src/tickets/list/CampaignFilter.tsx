import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { SEARCH_MAX } from '@recado/shared/http/paging'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignQuery, useCampaigns } from '../../campaigns/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { textOf } from '../../ui/toast.ts'

const DEBOUNCE_MS = 250

interface CampaignFilterProps {
  campaignId: string | undefined
  onChange: (campaignId: string | undefined) => void
}

/** The campaign whose replies opened the tickets. The server searches it by name. */
export function CampaignFilter({ campaignId, onChange }: CampaignFilterProps) {
  const { t } = useTexts()
  const { data: chosen } = useQuery({ ...campaignQuery(campaignId ?? ''), enabled: campaignId !== undefined })
  const [words, setWords] = useState('')
  const [searched] = useDebouncedValue(words.trim(), DEBOUNCE_MS)
  // The chosen campaign's name stands in the field, and is no search.
  const list = useCampaigns('PRIVATE', searched === chosen?.name ? '' : searched.toLowerCase())
  const offered = new Map(list.records.map(({ id, name }) => [id, name]))
  if (chosen && campaignId) offered.set(campaignId, chosen.name)
  const nothing = list.isFetching ? t('common.loadingDots') : t('common.nothingMatches')
  return (
    <Select
      label={t('tickets.filters.campaign')}
      data={[...offered].map(([value, label]) => ({ value, label }))}
      // The server searches.
      filter={({ options }) => options}
      value={campaignId ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      maxLength={SEARCH_MAX}
      searchValue={words}
      onSearchChange={setWords}
      nothingFoundMessage={list.error ? textOf(list.error) : nothing}
      searchable
      clearable
      comboboxProps={{ withinPortal: false }}
    />
  )
}
