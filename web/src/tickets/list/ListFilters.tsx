import { Button, Checkbox, Group, Indicator, MultiSelect, Popover, Select, Stack } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { cshow } from '../../api/session.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { QueueSelect } from '../../ticket-queues/QueueSelect.tsx'
import type { Directory } from '../directory.ts'
import { filterCount, idsIn, type TicketsSearch } from '../search.ts'
import { CampaignFilter } from './CampaignFilter.tsx'

interface ListFiltersProps {
  search: TicketsSearch
  directory: Directory
  onSearch: (search: TicketsSearch) => void
}

/** The filters of the list, in a box behind one button. */
export function ListFilters({ search, directory, onSearch }: ListFiltersProps) {
  const { t } = useTexts()
  const { tab, scope } = search
  const count = filterCount(search)
  const choices = <T extends { id: string; name: string }>(records: ReadonlyMap<string, T>) =>
    [...records.values()].map(({ id, name }) => ({ value: id, label: name }))
  const label = count > 0 ? t('tickets.filters.buttonWith', { count }) : t('tickets.filters.button')
  // Lists of choices inside the box are part of it: a click on them does not close it.
  const inside = { withinPortal: false }
  return (
    <Popover position="bottom-end" shadow="md" trapFocus width={300}>
      <Indicator disabled={count === 0} label={count} size={16}>
        <Popover.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFilter size={15} aria-hidden />}
            aria-label={label}
          >
            {t('tickets.filters.button')}
          </Button>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown aria-label={t('tickets.filters.button')}>
        <Stack gap="sm">
          <QueueSelect
            label={t('tickets.fields.queue')}
            queues={[...directory.queues.values()]}
            value={idsIn(search.queueIds)}
            onChange={(ids) => onSearch({ ...search, queueIds: ids.join(',') || undefined })}
            comboboxProps={inside}
          />
          <Select
            label={t('tickets.fields.attendant')}
            data={choices(directory.attendants)}
            value={search.userId ?? null}
            onChange={(id) => onSearch({ ...search, userId: id ?? undefined })}
            searchable
            clearable
            comboboxProps={inside}
          />
          <MultiSelect
            label={t('tickets.fields.tags')}
            data={choices(directory.tags)}
            value={idsIn(search.tagIds)}
            onChange={(ids) => onSearch({ ...search, tagIds: ids.join(',') || undefined })}
            searchable
            hidePickedOptions
            comboboxProps={inside}
          />
          {directory.connections.size > 1 && (
            <Select
              label={t('tickets.fields.connection')}
              data={choices(directory.connections)}
              value={search.whatsappId ?? null}
              onChange={(id) => onSearch({ ...search, whatsappId: id ?? undefined })}
              clearable
              comboboxProps={inside}
            />
          )}
          {cshow() && (
            <CampaignFilter
              campaignId={search.campaignId}
              onChange={(campaignId) => onSearch({ ...search, campaignId })}
            />
          )}
          <Checkbox
            label={t('tickets.filters.unread')}
            checked={search.unread === 'true'}
            onChange={(event) =>
              onSearch({ ...search, unread: event.currentTarget.checked ? 'true' : undefined })
            }
          />
          {count > 0 && (
            <Group justify="flex-end">
              <Button variant="subtle" size="compact-sm" onClick={() => onSearch({ tab, scope })}>
                {t('tickets.filters.clear')}
              </Button>
            </Group>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
