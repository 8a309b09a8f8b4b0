import { Checkbox, Stack, Text } from '@mantine/core'
import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useNumbers } from '../../ui/use-numbers.ts'
import { useResendAllFailed } from './queries.ts'
import type { Resendable } from './resendable.ts'

interface ResendDialogProps {
  campaign: CampaignReport
  resendable: Resendable
  onClose: () => void
}

/** Asks before failed messages are sent again, and whether recipients who may have the message are included. */
export function ResendDialog({ campaign, resendable, onClose }: ResendDialogProps) {
  const { t } = useTexts()
  const format = useNumbers()
  const resend = useResendAllFailed()
  const [includeUnknown, setIncludeUnknown] = useState(false)
  const { failed, unknown, isAll } = resendable
  const rows = failed + (includeUnknown ? unknown : 0)

  const confirm = () => {
    if (!resend.isPending) resend.mutate({ campaignId: campaign.id, includeUnknown }, { onSuccess: onClose })
  }
  return (
    <ConfirmDialog
      opened
      title={t('campaigns.resend.title', { name: campaign.name })}
      action={t('campaigns.resend.action')}
      isBusy={resend.isPending}
      isDisabled={isAll && rows === 0}
      error={resend.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>{t('campaigns.resend.text')}</Text>
        {isAll && <Text fw={600}>{t('campaigns.resend.count', { count: rows, rows: format(rows) })}</Text>}
        {(unknown > 0 || !isAll) && (
          <Checkbox
            checked={includeUnknown}
            onChange={(event) => setIncludeUnknown(event.currentTarget.checked)}
            label={
              isAll
                ? t('campaigns.resend.unknown', { count: unknown, rows: format(unknown) })
                : t('campaigns.resend.unknownSome')
            }
            description={t('campaigns.resend.twice')}
          />
        )}
      </Stack>
    </ConfirmDialog>
  )
}
