import { Alert, Text } from '@mantine/core'
import type { Dashboard } from '@recado/shared/dashboard/dashboard'
import { IconPlayerPause } from '@tabler/icons-react'
import { cshow } from '../api/session.ts'
import { useTexts } from '../i18n/use-texts.ts'

type Latest = Dashboard['campaigns'][number]

/** Whether a campaign waits until the operator switches campaigns on again. */
const isWaiting = ({ status, pausedAt }: Pick<Latest, 'status' | 'pausedAt'>): boolean =>
  !cshow() && (status === 'PROGRAMADA' || (status === 'EM_ANDAMENTO' && !pausedAt))

/** Explains why nothing is sent while the operator has switched campaigns off. Their pages are closed then (part 3 §3). */
export function CampaignsOff({ latest }: { latest: readonly Latest[] }) {
  const { t } = useTexts()
  if (cshow()) return null
  const someWait = latest.some(isWaiting)
  return (
    <Alert
      color={someWait ? 'yellow' : 'gray'}
      icon={<IconPlayerPause aria-hidden />}
      title={t('dashboard.campaignsOff')}
      role="status"
    >
      {someWait && <Text size="sm">{t('dashboard.campaignsWait')}</Text>}
      <Text size="sm">{t('dashboard.campaignsOffText')}</Text>
    </Alert>
  )
}

/** Says beside a campaign's status that it waits. */
export function WaitsForOperator({ campaign }: { campaign: Pick<Latest, 'status' | 'pausedAt'> }) {
  const { t } = useTexts()
  if (!isWaiting(campaign)) return null
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {t('dashboard.waitsForOperator')}
    </Text>
  )
}
