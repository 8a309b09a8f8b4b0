import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { RecordProblem } from '../ui/RecordProblem.tsx'
import { CancelImport } from './CancelImport.tsx'
import { HandoverState } from './HandoverState.tsx'
import { ImportBar } from './ImportBar.tsx'
import { ImportCounts } from './ImportCounts.tsx'
import { ImportOutcome } from './ImportOutcome.tsx'
import { isRunning } from './is-running.ts'
import { RefusedRows } from './RefusedRows.tsx'
import type { ImportTarget } from './target.ts'
import { useImport } from './use-import.ts'

interface ImportProgressProps {
  target: ImportTarget
  importId: string
  onAgain: () => void
  onClose: () => void
}

/** A running or ended import. */
export function ImportProgress({ target, importId, onAgain, onClose }: ImportProgressProps) {
  const { t } = useTexts()
  const [isAsking, setIsAsking] = useState(false)
  const { data, error, refetch, isFetching } = useImport(target, importId)
  if (error && !data) return <RecordProblem error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!data) return <Skeleton height={180} />
  const runs = isRunning(data)
  // A list is filled for a campaign.
  const leadsOn = target.kind === 'list' && data.status === 'DONE' && data.imported > 0
  return (
    <Stack>
      {runs ? (
        <Stack gap={4}>
          <ImportBar progress={data} />
          <Text size="sm" c="dimmed">
            {t('imports.goesOn')}
          </Text>
        </Stack>
      ) : (
        <ImportOutcome target={target} progress={data} />
      )}
      {data.status !== 'FAILED' && <ImportCounts progress={data} />}
      <RefusedRows target={target} progress={data} />
      {data.sync && <HandoverState sync={data.sync} imported={data.imported} />}
      <Group justify="flex-end">
        {runs ? (
          <Button variant="default" onClick={() => setIsAsking(true)}>
            {t('imports.cancel.action')}
          </Button>
        ) : (
          <Button variant="default" onClick={onAgain}>
            {t('imports.again')}
          </Button>
        )}
        <Button variant={runs || leadsOn ? 'default' : 'filled'} onClick={onClose}>
          {t('common.close')}
        </Button>
        {leadsOn && target.kind === 'list' && (
          <Button
            data-autofocus
            renderRoot={(props) => (
              <Link to="/campaigns/new" search={{ list: target.contactListId }} {...props} />
            )}
          >
            {t('imports.toCampaign')}
          </Button>
        )}
      </Group>
      <CancelImport
        target={target}
        importId={importId}
        opened={isAsking && runs}
        onClose={() => setIsAsking(false)}
      />
    </Stack>
  )
}
