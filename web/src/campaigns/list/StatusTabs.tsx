import { Tabs } from '@mantine/core'
import type { CampaignStatus } from '@recado/shared/campaigns/contract/campaign'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from './list.module.css'

const IN_ORDER = [
  'INATIVA',
  'PROGRAMADA',
  'EM_ANDAMENTO',
  'FINALIZADA',
  'CANCELADA',
] as const satisfies readonly CampaignStatus[]

interface StatusTabsProps {
  status: CampaignStatus | undefined
  onChange: (status: CampaignStatus | undefined) => void
  children: ReactNode
}

/** A tab for all campaigns and one per status. The tabs scroll sideways where they have no room. */
export function StatusTabs({ status, onChange, children }: StatusTabsProps) {
  const { t } = useTexts()
  const value = status ?? 'all'
  return (
    <Tabs value={value} onChange={(tab) => onChange(IN_ORDER.find((each) => each === tab))}>
      <Tabs.List mb="md" aria-label={t('campaigns.tabs.label')} className={classes.tabs}>
        {(['all', ...IN_ORDER] as const).map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {t(`campaigns.tabs.${tab}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value}>{children}</Tabs.Panel>
    </Tabs>
  )
}
