import { Button } from '@mantine/core'
import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import { can } from '@recado/shared/campaigns/contract/machine'
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconRefresh, IconRotate } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { type CampaignQuestion, CampaignQuestionDialog } from '../actions/CampaignQuestionDialog.tsx'
import { ResendDialog } from './ResendDialog.tsx'
import { isAnyResendable, NONE_TO_RESEND } from './resendable.ts'
import { useResendable } from './use-resendable.ts'

const SIZE = 18

/** The actions on a campaign's report. */
export function ReportActions({ campaign }: { campaign: CampaignReport }) {
  const { t } = useTexts()
  const [question, setQuestion] = useState<CampaignQuestion>()
  const [isResending, setIsResending] = useState(false)
  const resendable = useResendable(campaign) ?? NONE_TO_RESEND
  const ask = (action: CampaignQuestion['action']) => () => setQuestion({ action, campaign })
  return (
    <>
      {can(campaign, 'pause') && (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={SIZE} aria-hidden />}
          onClick={ask('pause')}
        >
          {t('campaigns.pause.action')}
        </Button>
      )}
      {can(campaign, 'cancel') && (
        <Button
          variant="light"
          color="red"
          leftSection={<IconPlayerStop size={SIZE} aria-hidden />}
          onClick={ask('cancel')}
        >
          {t('campaigns.cancel.action')}
        </Button>
      )}
      {can(campaign, 'resume') && (
        <Button leftSection={<IconPlayerPlay size={SIZE} aria-hidden />} onClick={ask('resume')}>
          {t('campaigns.resume.action')}
        </Button>
      )}
      {can(campaign, 'restart') && (
        <Button leftSection={<IconRotate size={SIZE} aria-hidden />} onClick={ask('restart')}>
          {t('campaigns.restart.action')}
        </Button>
      )}
      {isAnyResendable(resendable) && (
        <Button leftSection={<IconRefresh size={SIZE} aria-hidden />} onClick={() => setIsResending(true)}>
          {t('campaigns.resend.action')}
        </Button>
      )}
      <CampaignQuestionDialog question={question} onClose={() => setQuestion(undefined)} />
      {isResending && (
        <ResendDialog campaign={campaign} resendable={resendable} onClose={() => setIsResending(false)} />
      )}
    </>
  )
}
