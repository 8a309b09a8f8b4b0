import { Button, Group } from '@mantine/core'
import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { Link } from '@tanstack/react-router'
import { MoreMenu } from '../../ui/MoreMenu.tsx'
import type { CampaignQuestion } from '../actions/CampaignQuestionDialog.tsx'
import { useRowActions } from './use-row-actions.ts'

interface RowActionsProps {
  campaign: Campaign
  ask: (question: CampaignQuestion) => void
}

/** The most likely action of a campaign's state, and the others under ⋯. */
export function RowActions({ campaign, ask }: RowActionsProps) {
  const { first, others, isBusy } = useRowActions(campaign, ask)
  const FirstIcon = first?.icon
  const { link } = first ?? {}
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {first && FirstIcon && (
        <Button
          variant="default"
          size="xs"
          leftSection={<FirstIcon size={15} aria-hidden />}
          loading={first.loading ?? false}
          onClick={first.onClick}
          renderRoot={link ? (props) => <Link {...link} {...props} /> : undefined}
        >
          {first.label}
        </Button>
      )}
      <MoreMenu name={campaign.name} items={others} loading={isBusy} />
    </Group>
  )
}
