import { Alert, Grid, Stack } from '@mantine/core'
import type { Campaign, CampaignReport, CampaignType } from '@recado/shared/campaigns/contract/campaign'
import { can } from '@recado/shared/campaigns/contract/machine'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { FormProblem } from '../../../ui/FormProblem.tsx'
import { focusFirstError } from '../../../ui/form.ts'
import { toastSuccess } from '../../../ui/toast.ts'
import { CAMPAIGN_PLACES } from '../../places.ts'
import { campaignFormValues, newCampaign } from '../campaign-values.ts'
import type { OpenVariants } from '../form-search.ts'
import { MediaProblem } from '../media/MediaProblem.tsx'
import { MessagePreview } from '../preview/MessagePreview.tsx'
import { useCampaignForm } from '../use-campaign-form.ts'
import { useStoreCampaign } from '../use-store-campaign.ts'
import { FormButtons } from './FormButtons.tsx'
import classes from './form.module.css'
import { LeaveGuard } from './LeaveGuard.tsx'
import { MessageSection } from './MessageSection.tsx'
import { OptionsSection } from './OptionsSection.tsx'
import { type Choices, RecipientsSection } from './RecipientsSection.tsx'
import { ScheduledDialog } from './ScheduledDialog.tsx'
import { ScheduleSection } from './ScheduleSection.tsx'
import { SplitDialog } from './SplitDialog.tsx'

interface CampaignFormProps {
  type: CampaignType
  campaign: CampaignReport | undefined
  choices: Choices
  zone: string
  variants: OpenVariants
}

export function CampaignForm({ type, campaign, choices, zone, variants }: CampaignFormProps) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const places = CAMPAIGN_PLACES[type]
  const [initial] = useState(() =>
    campaign ? campaignFormValues(campaign, zone) : newCampaign(zone, choices.tags ? 'tag' : 'list'),
  )
  const form = useCampaignForm(initial, { type, zone, isNew: !campaign })
  const store = useStoreCampaign({ campaign, type, zone, form })
  const [isLeaving, setIsLeaving] = useState(false)
  const [scheduled, setScheduled] = useState<Campaign>()
  const { stored } = store
  const mayEdit = !stored || can(stored, 'edit')
  const mayEditMessages = !stored || can(stored, 'editMessages')
  const isDirty = (form.isDirty() || store.file !== undefined) && !isLeaving

  const told = ({ id }: Campaign, parts: number) =>
    toastSuccess(parts > 1 ? t('campaigns.split.done', { parts }) : t('campaigns.form.saved'), `saved-${id}`)
  const leave = (saved: Campaign, parts: number) => {
    setIsLeaving(true)
    told(saved, parts)
    navigate({ to: places.list, ignoreBlocker: true })
  }
  const stay = (saved: Campaign, parts: number) => {
    // A split made several campaigns, so there is no single one to stay with.
    if (parts > 1) return leave(saved, parts)
    told(saved, parts)
    form.setInitialValues(campaignFormValues(saved, zone))
    form.reset()
    if (campaign) return
    const search = { message: variants.message, confirmation: variants.confirmation }
    navigate({
      to: places.edit,
      params: { campaignId: saved.id },
      search,
      replace: true,
      ignoreBlocker: true,
    })
  }
  const saved = (of: Campaign, parts: number) => {
    if (of.status === 'PROGRAMADA' && parts === 1) setScheduled(of)
    else leave(of, parts)
  }
  const submitDraft = form.onSubmit((values) => store.store(values, stay), focusFirstError)
  const saveDraft = () => {
    form.setFieldValue('scheduledAt', null)
    submitDraft()
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit((values) => store.store(values, saved), focusFirstError)}
    >
      <LeaveGuard isDirty={isDirty} />
      {scheduled && (
        <ScheduledDialog
          campaign={scheduled}
          zone={zone}
          onDone={() => leave(scheduled, 1)}
          onAdjust={() => {
            setScheduled(undefined)
            stay(scheduled, 1)
          }}
        />
      )}
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="xl">
            {!mayEdit && (
              <Alert color="blue">
                {t(`campaigns.form.${mayEditMessages ? 'cancelledOnly' : 'readOnly'}`)}
              </Alert>
            )}
            <RecipientsSection
              type={type}
              form={form}
              isLocked={!mayEdit}
              isConnectionLocked={!mayEditMessages}
              choices={choices}
            />
            <MessageSection
              form={form}
              isLocked={!mayEditMessages}
              isSettled={!mayEdit}
              variants={variants}
              store={store}
            />
            <ScheduleSection form={form} isLocked={!mayEdit} zone={zone} />
            <OptionsSection type={type} form={form} isLocked={!mayEdit} />
            <FormProblem form={form} error={store.error} />
            <MediaProblem upload={store.upload} onRetry={store.sendAgain} />
            <SplitDialog
              split={store.split}
              isBusy={store.isBusy}
              onConfirm={store.agreeToSplit}
              onClose={store.forgetSplit}
            />
            <FormButtons
              campaign={stored}
              values={form.values}
              isDirty={isDirty}
              isBusy={store.isBusy}
              onSaveDraft={saveDraft}
            />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <MessagePreview
            type={type}
            values={form.values}
            zone={zone}
            variants={variants}
            file={store.file}
            stored={campaign}
          />
        </Grid.Col>
      </Grid>
    </form>
  )
}
