import { Stack } from '@mantine/core'
import type { Erasure } from '@recado/shared/data-subjects/erasure'
import { IconAlertTriangle, IconCheck, IconLoader, IconMailCheck } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'
import type { Column } from '../ui/DataTable.tsx'
import { RowAction } from '../ui/RowAction.tsx'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'
import { DateTime } from '../zone/DateTime.tsx'
import { ErasureResult } from './ErasureResult.tsx'

const LOOKS: Record<Erasure['status'], StatusLook> = {
  RUNNING: { color: 'blue', icon: IconLoader },
  DONE: { color: 'green', icon: IconCheck },
  STALLED: { color: 'orange', icon: IconAlertTriangle },
}

interface RowActions {
  onLift: (erasure: Erasure) => void
}

export function useErasureColumns({ onLift }: RowActions): Column<Erasure>[] {
  const { t } = useTexts()
  return [
    {
      key: 'number',
      header: t('privacy.number'),
      width: 150,
      place: 'title',
      cell: ({ lastDigits }) => t('privacy.ending', { digits: lastDigits }),
    },
    {
      key: 'status',
      header: t('privacy.status'),
      width: 170,
      cell: ({ status }) => <StatusBadge look={LOOKS[status]} label={t(`privacy.statuses.${status}`)} />,
    },
    {
      key: 'erased',
      header: t('privacy.erased'),
      cell: (erasure) => (
        <Stack gap={2}>
          <ErasureResult erasure={erasure} />
        </Stack>
      ),
    },
    { key: 'by', header: t('privacy.by'), width: 160, minTableWidth: 900, cell: ({ by }) => by },
    {
      key: 'createdAt',
      header: t('privacy.when'),
      width: 160,
      cell: ({ createdAt }) => <DateTime instant={createdAt} />,
    },
    {
      key: 'actions',
      header: t('common.actions'),
      width: 80,
      align: 'right',
      place: 'actions',
      cell: (erasure) =>
        erasure.status === 'DONE' &&
        erasure.blocked && (
          <RowAction
            icon={IconMailCheck}
            label={t('privacy.lift.of', { digits: erasure.lastDigits })}
            onClick={() => onLift(erasure)}
          />
        ),
    },
  ]
}
