import { Stack, Text } from '@mantine/core'
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { CampaignStatus } from '../campaigns/status/CampaignStatus.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyList } from '../ui/EmptyList.tsx'
import { MoreMenu } from '../ui/MoreMenu.tsx'

interface Example {
  name: string
  sent: number
}

const EXAMPLES: Example[] = [
  { name: 'Promoção de novembro', sent: 1234 },
  { name: 'Aviso aos clientes do bairro que moram longe e têm um nome comprido', sent: 7 },
]
const NO_STATE = { isPending: false, isFetching: false, error: null, refetch: () => undefined }

const COLUMNS: Column<Example>[] = [
  { key: 'name', header: 'Nome', place: 'title', cell: ({ name }) => <Text size="sm">{name}</Text> },
  {
    key: 'status',
    header: 'Situação',
    width: 170,
    cell: () => <CampaignStatus status="FINALIZADA" pausedAt={null} />,
  },
  { key: 'sent', header: 'Enviadas', width: 110, cell: ({ sent }) => <Text size="sm">{sent}</Text> },
  {
    key: 'actions',
    header: 'Ações',
    width: 90,
    align: 'right',
    place: 'actions',
    cell: ({ name }) => (
      <MoreMenu
        name={name}
        items={[
          { label: 'Editar', icon: IconPencil },
          { label: 'Duplicar', icon: IconCopy },
          { label: 'Excluir', icon: IconTrash, danger: true },
        ]}
      />
    ),
  },
]

export const Lists = () => (
  <Stack gap="md">
    {[EXAMPLES, []].map((records) => (
      <DataTable
        key={records.length}
        label={records.length > 0 ? 'Uma lista' : 'Uma lista vazia'}
        columns={COLUMNS}
        list={{ ...NO_STATE, records }}
        rowKey={({ name }) => name}
        empty={
          <EmptyList drawing="letter" text="Para que serve esta lista, em uma frase." isFiltered={false} />
        }
      />
    ))}
  </Stack>
)
