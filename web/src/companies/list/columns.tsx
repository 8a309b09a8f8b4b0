import { Badge, Group, Stack, Text } from '@mantine/core'
import type { CompanyRecord } from '@recado/shared/companies/register/company-record'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { CompanyActions, type CompanyDialogKind } from './CompanyActions.tsx'
import { CompanyState } from './CompanyState.tsx'
import { DueDate } from './DueDate.tsx'

export function useCompanyColumns(
  onOpen: (dialog: CompanyDialogKind, company: CompanyRecord) => void,
): Column<CompanyRecord>[] {
  const { t } = useTexts()
  return [
    {
      key: 'name',
      header: t('companies.name'),
      place: 'title',
      cell: (company) => <NameOf company={company} />,
    },
    {
      key: 'plan',
      header: t('companies.plan'),
      minTableWidth: 760,
      cell: ({ plan }) => <Text size="sm">{plan?.name ?? '—'}</Text>,
    },
    {
      key: 'dueDate',
      header: t('companies.dueDate'),
      width: 160,
      cell: (company) => <DueDate company={company} />,
    },
    {
      key: 'status',
      header: t('companies.status'),
      width: 120,
      cell: (company) => <CompanyState company={company} />,
    },
    {
      key: 'connections',
      header: t('companies.connections'),
      width: 150,
      minTableWidth: 900,
      cell: ({ whatsapps }) => <Connected whatsapps={whatsapps} />,
    },
    {
      key: 'actions',
      header: t('common.actions'),
      place: 'actions',
      width: 250,
      align: 'right',
      cell: (company) => <CompanyActions company={company} onOpen={(dialog) => onOpen(dialog, company)} />,
    },
  ]
}

function NameOf({ company: { name, email, useType } }: { company: CompanyRecord }) {
  const { t } = useTexts()
  return (
    <Stack gap={0}>
      <Group gap={6}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        {useType !== 'CLIENTE' && (
          <Badge size="sm" variant="default" tt="none">
            {t(`companies.useTypes.${useType}`)}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {email}
      </Text>
    </Stack>
  )
}

function Connected({ whatsapps }: Pick<CompanyRecord, 'whatsapps'>) {
  const { t } = useTexts()
  const connected = whatsapps.filter(({ status }) => status === 'CONNECTED').length
  return (
    <Text size="sm">
      {whatsapps.length === 0
        ? t('companies.noConnections')
        : t('companies.connected', { connected, count: whatsapps.length })}
    </Text>
  )
}
