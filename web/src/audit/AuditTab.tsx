import { Button, Group, Select } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../i18n/use-texts.ts'
import { useUser } from '../session/use-session.ts'
import type { TabProps } from '../settings/search.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { DateField } from '../ui/DateField.tsx'
import { EmptyList } from '../ui/EmptyList.tsx'
import { FilterBar } from '../ui/FilterBar.tsx'
import { useAuditColumns } from './columns.tsx'
import { AUDITED_DOMAINS, OPERATORS_DOMAINS } from './domains.ts'
import { type AuditFilter, peopleQuery, useAudit, useAuditDownload } from './queries.ts'

/** The audit trail for admins: each action with its user, time and place. */
export function AuditTab({ search, onSearch }: TabProps) {
  const { t } = useTexts()
  const { user, domain, from, to } = search
  const filter: AuditFilter = { userId: user, domain, date_from: from, date_to: to }
  const list = useAudit(filter)
  const download = useAuditDownload()
  const isFiltered = Object.values(filter).some(Boolean)
  return (
    <>
      <Filters search={search} onSearch={onSearch} />
      <Group justify="flex-end" mb="sm">
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate(filter)}
        >
          {t('audit.export')}
        </Button>
      </Group>
      <DataTable
        label={t('audit.title')}
        columns={useAuditColumns()}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyList drawing="clock" text={t('audit.empty')} isFiltered={isFiltered} />}
      />
    </>
  )
}

function Filters({ search, onSearch }: TabProps) {
  const { t } = useTexts()
  const { super: isOperator } = useUser()
  const { data: people = [] } = useQuery(peopleQuery)
  const { user, domain, from, to } = search
  const given = { user, domain, from, to }
  const domains = AUDITED_DOMAINS.filter((one) => isOperator || !OPERATORS_DOMAINS.includes(one))
  const clearable = { clearable: true, clearButtonProps: { 'aria-label': t('audit.clear') } }
  const dates = {
    clearLabel: t('audit.clear'),
    w: { base: '100%', xs: 170 },
    isCalendarInPlace: true,
  }
  return (
    <FilterBar>
      <Select
        {...clearable}
        w={{ base: '100%', xs: 230 }}
        label={t('audit.filters.user')}
        placeholder={t('audit.filters.anybody')}
        searchable
        nothingFoundMessage={t('common.nothingMatches')}
        data={people.map(({ id, name }) => ({ value: id, label: name }))}
        value={user ?? null}
        onChange={(value) => onSearch({ ...given, user: value ?? undefined })}
      />
      <Select
        {...clearable}
        w={{ base: '100%', xs: 230 }}
        label={t('audit.filters.domain')}
        placeholder={t('audit.filters.anything')}
        searchable
        nothingFoundMessage={t('common.nothingMatches')}
        data={domains.map((value) => ({ value, label: t(`audit.domains.${value}`) }))}
        value={domain ?? null}
        onChange={(value) => onSearch({ ...given, domain: value ?? undefined })}
      />
      <DateField
        {...dates}
        label={t('audit.filters.from')}
        lastDay={to}
        value={from ?? null}
        onChange={(value) => onSearch({ ...given, from: value ?? undefined })}
      />
      <DateField
        {...dates}
        label={t('audit.filters.to')}
        firstDay={from}
        value={to ?? null}
        onChange={(value) => onSearch({ ...given, to: value ?? undefined })}
      />
    </FilterBar>
  )
}
