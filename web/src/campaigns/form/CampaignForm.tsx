import { Alert, Button, Grid, Group, Stack } from '@mantine/core'
import type { CampaignReport } from '@recado/shared/campaigns/campaign'
import { can } from '@recado/shared/campaigns/machine'
import type { Connection } from '@recado/shared/connections/connection'
import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { focusFirstError, showRefusals } from '../../ui/form.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { useSaveCampaign } from '../queries.ts'
import { newCampaign, toSave, valuesOf } from './campaign-values.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import { MessageSection } from './MessageSection.tsx'
import { RecipientsSection } from './RecipientsSection.tsx'
import { ScheduleSection } from './ScheduleSection.tsx'
import { useCampaignForm } from './use-campaign-form.ts'

interface CampaignFormProps {
  campaign: CampaignReport | undefined
  connections: Connection[]
  contactLists: ContactList[]
  zone: string
  tab: number
  onTab: (tab: number) => void
}

/** Refusals of the server that are about one field. */
const FIELD_OF_CODE = { ERR_CAMPAIGN_SCHEDULE_PAST: 'scheduledAt', ERR_CAMPAIGN_EMPTY: 'messages' }

export function CampaignForm({ campaign, connections, contactLists, zone, tab, onTab }: CampaignFormProps) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const save = useSaveCampaign()
  const [initialValues] = useState(() => (campaign ? valuesOf(campaign, zone) : newCampaign(zone)))
  const form = useCampaignForm(initialValues, !campaign, zone)
  const mayEdit = !campaign || can(campaign, 'edit')
  const mayEditMessages = !campaign || can(campaign, 'editMessages')

  const submit = form.onSubmit((values) => {
    if (save.isPending || save.isSuccess) return
    save.mutate(toSave(values, campaign, zone), {
      onError: (error) => showRefusals(form, error, FIELD_OF_CODE),
      onSuccess: ({ id }) => {
        toastSuccess(t('campaigns.form.saved'), `saved-${id}`)
        navigate({ to: '/campaigns', ignoreBlocker: true })
      },
    })
  }, focusFirstError)
  return (
    <form noValidate onSubmit={submit}>
      <LeaveGuard isDirty={form.isDirty() && !save.isSuccess} />
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="xl">
            <FormProblem form={form} error={save.error} />
            {!mayEdit && (
              <Alert color="blue">
                {t(`campaigns.form.${mayEditMessages ? 'cancelledOnly' : 'readOnly'}`)}
              </Alert>
            )}
            <RecipientsSection
              form={form}
              isLocked={!mayEdit}
              isConnectionLocked={!mayEditMessages}
              connections={connections}
              contactLists={contactLists}
            />
            <MessageSection form={form} isLocked={!mayEditMessages} tab={tab} onTab={onTab} />
            <ScheduleSection form={form} isLocked={!mayEdit} zone={zone} />
            <Group justify="flex-end">
              <Button variant="default" renderRoot={(props) => <Link to="/campaigns" {...props} />}>
                {t('common.cancel')}
              </Button>
              <Button type="submit" disabled={!mayEditMessages} loading={save.isPending}>
                {t('campaigns.form.save')}
              </Button>
            </Group>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <MessagePreview values={form.values} zone={zone} tab={tab} />
        </Grid.Col>
      </Grid>
    </form>
  )
}
