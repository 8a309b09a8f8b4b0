import { Alert, Grid, Stack } from '@mantine/core'
import type { CampaignReport, CampaignType } from '@recado/shared/campaigns/contract/campaign'
import { can } from '@recado/shared/campaigns/contract/machine'
import { useState } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { formatUntil, instantOf } from '../../../ui/dates.ts'
import { FormProblem } from '../../../ui/FormProblem.tsx'
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx'
import { LockedFields } from '../../../ui/LockedFields.tsx'
import { CONTENT_WIDTH } from '../../../ui/theme/tokens.ts'
import { useNow } from '../../../ui/use-now.ts'
import { newCampaign, openedFormValues } from '../campaign-values.ts'
import type { FormSearch, OpenVariants } from '../form-search.ts'
import { MediaProblem } from '../media/MediaProblem.tsx'
import { MessagePreview } from '../preview/MessagePreview.tsx'
import { useCampaignForm } from '../use-campaign-form.ts'
import { useFormSteps } from '../use-form-steps.ts'
import { useProposedTime } from '../use-proposed-time.ts'
import { useStoreCampaign } from '../use-store-campaign.ts'
import { CampaignReview } from './CampaignReview.tsx'
import { FormFooter } from './FormFooter.tsx'
import classes from './form.module.css'
import { MessageSection } from './MessageSection.tsx'
import { OptionsSection } from './OptionsSection.tsx'
import { type Choices, RecipientsSection } from './RecipientsSection.tsx'
import { ScheduleSection } from './ScheduleSection.tsx'
import { SplitDialog } from './SplitDialog.tsx'
import { TestDialog } from './TestDialog.tsx'
import { useFocusFooter } from './use-focus-footer.ts'

interface CampaignFormProps {
  type: CampaignType
  campaign: CampaignReport | undefined
  choices: Choices
  zone: string
  search: FormSearch
  onSearch: (search: FormSearch) => void
}

export function CampaignForm({ type, campaign, choices, zone, search, onSearch }: CampaignFormProps) {
  const { t } = useTexts()
  const now = useNow()
  const [initial] = useState(() => initialValues(campaign, choices, zone, search))
  const form = useCampaignForm(initial, { type, zone, isDraft: !campaign || campaign.status === 'INATIVA' })
  const store = useStoreCampaign({ campaign, type, zone, form })
  const steps = useFormSteps({ type, zone, opened: campaign, form, store, search, onSearch })
  useProposedTime({ form, zone, isNew: !campaign })
  const footerRef = useFocusFooter(steps.dialog)
  const { stored } = store
  const mayEdit = !stored || can(stored, 'edit')
  const mayEditMessages = !stored || can(stored, 'editMessages')
  const { scheduledAt } = form.values
  const action = scheduledAt
    ? t('campaigns.form.scheduleFor', { time: formatUntil(instantOf(scheduledAt, zone), now, zone) })
    : t('campaigns.form.sendNow')
  const variants: OpenVariants = {
    message: search.message ?? 1,
    confirmation: search.confirmation ?? 1,
    open: (kind, variant) => onSearch({ ...search, [kind]: variant }),
  }
  return (
    <form className={classes.form} noValidate onSubmit={mayEdit ? steps.review : steps.saveMessages}>
      <LeaveGuard isDirty={steps.isDirty} />
      <Grid maw={CONTENT_WIDTH} gap="xl">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            {!mayEdit && (
              <Alert color="blue">
                {t(`campaigns.form.${mayEditMessages ? 'cancelledOnly' : 'readOnly'}`)}
              </Alert>
            )}
            <LockedFields isLocked={steps.isBusy}>
              <RecipientsSection
                type={type}
                form={form}
                isLocked={!mayEdit}
                isConnectionLocked={!mayEditMessages}
                choices={choices}
              />
            </LockedFields>
            <MessageSection
              type={type}
              form={form}
              isLocked={!mayEditMessages}
              isSettled={!mayEdit}
              isBusy={steps.isBusy}
              variants={variants}
              store={store}
            />
            <LockedFields isLocked={steps.isBusy}>
              <Stack gap="lg">
                <ScheduleSection form={form} isLocked={!mayEdit} zone={zone} />
                <OptionsSection type={type} form={form} isLocked={!mayEdit} />
              </Stack>
            </LockedFields>
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
      <div ref={footerRef} className={classes.footer}>
        <Stack gap="sm" maw={CONTENT_WIDTH}>
          <FormProblem form={form} error={steps.dialog ? null : store.error} />
          <MediaProblem upload={store.upload} onRetry={store.sendAgain} />
          <div>
            <FormFooter campaign={stored} action={action} steps={steps} />
          </div>
        </Stack>
      </div>
      <SplitDialog
        split={store.split}
        isBusy={store.isBusy}
        onConfirm={store.agreeToSplit}
        onClose={store.forgetSplit}
      />
      {steps.dialog === 'review' && mayEdit && (
        <CampaignReview
          type={type}
          zone={zone}
          stored={stored}
          values={form.values}
          choices={choices}
          action={action}
          steps={steps}
        />
      )}
      {steps.dialog === 'test' && stored && (
        <TestDialog campaignId={stored.id} values={form.values} onClose={steps.close} />
      )}
    </form>
  )
}

/** The stored values, or the values of a new campaign. A field with a single choice has it already. */
function initialValues(
  campaign: CampaignReport | undefined,
  { connections, contactLists, tags }: Choices,
  zone: string,
  { list, dialog }: FormSearch,
) {
  if (campaign) return openedFormValues(campaign, zone, dialog !== undefined)
  const wanted = contactLists.find(({ id }) => id === list)
  const [connection] = connections
  return newCampaign(zone, {
    recipientsFrom: tags ? 'tag' : 'list',
    whatsappId: connections.length === 1 ? connection?.id : undefined,
    contactListId: tags ? undefined : (wanted ?? onlyOf(contactLists))?.id,
  })
}

const onlyOf = <T,>(choices: readonly T[]): T | undefined => (choices.length === 1 ? choices[0] : undefined)
