import { Button, Group, Stack, Text } from '@mantine/core'
import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { can } from '@recado/shared/campaigns/contract/machine'
import { useState } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { type CampaignQuestion, CampaignQuestionDialog } from '../../actions/CampaignQuestionDialog.tsx'
import type { CampaignValues } from '../campaign-values.ts'
import { TestDialog } from './TestDialog.tsx'

interface FormButtonsProps {
  /** The stored campaign; undefined for a new one. */
  campaign: Campaign | undefined
  values: CampaignValues
  isDirty: boolean
  isBusy: boolean
  onSaveDraft: () => void
}

/**
 * Buttons that save the campaign with a time or as a draft, send a test of the saved texts, and run the
 * campaign's actions.
 */
export function FormButtons({ campaign, values, isDirty, isBusy, onSaveDraft }: FormButtonsProps) {
  const { t } = useTexts()
  const [question, setQuestion] = useState<CampaignQuestion>()
  const [isTesting, setIsTesting] = useState(false)
  const isUnsaved = isDirty || !campaign
  const maySave = !campaign || can(campaign, 'editMessages')
  const isDraft = !campaign || campaign.status === 'INATIVA'
  return (
    <Stack gap="xs">
      <Group justify="flex-end" gap="xs">
        {campaign && can(campaign, 'cancel') && (
          <Button
            variant="light"
            color="red"
            disabled={isBusy}
            onClick={() => setQuestion({ action: 'cancel', campaign })}
          >
            {t('campaigns.cancel.action')}
          </Button>
        )}
        {campaign && can(campaign, 'restart') && (
          <Button
            variant="light"
            disabled={isBusy || isUnsaved}
            onClick={() => setQuestion({ action: 'restart', campaign })}
          >
            {t('campaigns.restart.action')}
          </Button>
        )}
        <Button variant="light" disabled={isBusy || isUnsaved} onClick={() => setIsTesting(true)}>
          {t('campaigns.test.action')}
        </Button>
        {isDraft && (
          <Button variant="default" disabled={isBusy} onClick={onSaveDraft}>
            {t('campaigns.form.saveDraft')}
          </Button>
        )}
        <Button type="submit" disabled={!maySave} loading={isBusy}>
          {t('campaigns.form.save')}
        </Button>
      </Group>
      {isUnsaved && maySave && (
        <Text size="sm" c="dimmed" ta="right">
          {t(campaign && can(campaign, 'restart') ? 'campaigns.form.saveFirst' : 'campaigns.test.saveFirst')}
        </Text>
      )}
      <CampaignQuestionDialog question={question} onClose={() => setQuestion(undefined)} />
      {campaign && isTesting && (
        <TestDialog campaignId={campaign.id} values={values} onClose={() => setIsTesting(false)} />
      )}
    </Stack>
  )
}
