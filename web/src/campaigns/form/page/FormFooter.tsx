import { Button, Group, Text } from '@mantine/core'
import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { can } from '@recado/shared/campaigns/contract/machine'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { type CampaignQuestion, CampaignQuestionDialog } from '../../actions/CampaignQuestionDialog.tsx'
import type { FormSteps } from '../use-form-steps.ts'
import classes from './form.module.css'

interface FormFooterProps {
  /** The stored campaign; undefined for a new one. */
  campaign: Campaign | undefined
  /** Label of the button that starts or schedules. */
  action: string
  steps: FormSteps
}

/** The form's buttons, in view however long the form is. The primary one says what will happen. */
export function FormFooter({ campaign, action, steps }: FormFooterProps) {
  const { t } = useTexts()
  const [question, setQuestion] = useState<CampaignQuestion>()
  const { isBusy, isUnsaved, isDirty } = steps
  const isCancelled = campaign !== undefined && can(campaign, 'restart')
  const mayEdit = !campaign || can(campaign, 'edit')
  const ask = (of: 'cancel' | 'restart') => campaign && setQuestion({ action: of, campaign })
  return (
    <>
      <Note isShown={isCancelled && isDirty}>{t('campaigns.form.saveFirst')}</Note>
      <Note isShown={!steps.mayTest}>{t('campaigns.test.scheduleFirst')}</Note>
      <Group gap="xs" className={classes.buttons}>
        {campaign && can(campaign, 'cancel') && (
          <Button variant="subtle" color="red" disabled={isBusy} onClick={() => ask('cancel')}>
            {t('campaigns.cancel.action')}
          </Button>
        )}
        {isCancelled && (
          <Button variant="default" disabled={isBusy || isUnsaved} onClick={() => ask('restart')}>
            {t('campaigns.restart.action')}
          </Button>
        )}
        {(mayEdit || isCancelled) && (
          <Button variant="default" disabled={isBusy || !steps.mayTest} onClick={() => steps.test()}>
            {t('campaigns.test.action')}
          </Button>
        )}
        {mayEdit && (
          <Button variant="default" disabled={isBusy} onClick={() => steps.saveDraft()}>
            {t(campaign?.scheduledAt ? 'campaigns.form.saveUnscheduled' : 'campaigns.form.saveDraft')}
          </Button>
        )}
        <Button
          type="submit"
          className={classes.primary}
          disabled={!mayEdit && !isCancelled}
          loading={isBusy}
        >
          {mayEdit ? action : t('campaigns.form.save')}
        </Button>
      </Group>
      <CampaignQuestionDialog question={question} onClose={() => setQuestion(undefined)} />
    </>
  )
}

const Note = ({ isShown, children }: { isShown: boolean; children: ReactNode }) =>
  isShown && (
    <Text size="sm" c="dimmed" ta="right">
      {children}
    </Text>
  )
