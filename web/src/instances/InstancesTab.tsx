import { Text } from '@mantine/core'
import type { Instance } from '@recado/shared/instances/instance'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../i18n/use-texts.ts'
import { PlatformList } from '../settings/PlatformList.tsx'
import type { TabProps } from '../settings/search.ts'
import type { Column } from '../ui/DataTable.tsx'
import { DeleteInstance } from './DeleteInstance.tsx'
import { InstanceDialog } from './InstanceDialog.tsx'
import { instancesQuery } from './queries.ts'

/** For operators: other deployments of the system. */
export function InstancesTab(props: TabProps) {
  const { t } = useTexts()
  return (
    <PlatformList
      {...props}
      label={t('administration.tab.instances')}
      drawing="phone"
      empty={t('instances.empty')}
      action={t('instances.new')}
      list={useQuery(instancesQuery)}
      columns={useInstanceColumns()}
      nameOf={({ name }) => name}
      form={(instance, close) => <InstanceDialog key={instance?.id} instance={instance} onClose={close} />}
      question={(instance, close) => <DeleteInstance instance={instance} onClose={close} />}
    />
  )
}

function useInstanceColumns(): Column<Instance>[] {
  const { t } = useTexts()
  return [
    {
      key: 'name',
      header: t('instances.name'),
      place: 'title',
      cell: ({ name, companies }) => (
        <Text size="sm" fw={600}>
          {t('instances.nameWithCount', { name, companies })}
        </Text>
      ),
    },
    {
      key: 'address',
      header: t('instances.address'),
      cell: ({ address }) => <Text size="sm">{address}</Text>,
    },
    {
      key: 'port',
      header: t('instances.port'),
      width: 110,
      cell: ({ port }) => <Text size="sm">{port}</Text>,
    },
  ]
}
