import { Button, Group, Stack } from '@mantine/core'
import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { useTexts } from '../../../i18n/use-texts.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { formatDateTime } from '../../../ui/dates.ts'
import { StartSummary } from '../../start/StartSummary.tsx'

interface ScheduledDialogProps {
  /** The saved campaign, with a time in the future. */
  campaign: Campaign
  zone: string
  /** Leaves the form. */
  onDone: () => void
  /** Returns to the form. */
  onAdjust: () => void
}

/**
 * Summary of a schedule that was just saved: how many recipients, from which number, until about when, and who is
 * left out.
 */
export function ScheduledDialog({ campaign, zone, onDone, onAdjust }: ScheduledDialogProps) {
  const { t } = useTexts()
  const { name, scheduledAt } = campaign
  return (
    <Dialog
      opened
      onClose={onAdjust}
      title={t('campaigns.scheduled.title', { name, time: formatDateTime(scheduledAt ?? '', zone) })}
    >
      <Stack>
        <StartSummary campaign={campaign} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onAdjust}>
            {t('campaigns.scheduled.adjust')}
          </Button>
          <Button onClick={onDone} data-autofocus>
            {t('campaigns.scheduled.done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
