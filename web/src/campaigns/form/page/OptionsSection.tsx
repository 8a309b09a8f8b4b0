import { Select, Switch } from '@mantine/core'
import type { CampaignType } from '@recado/shared/campaigns/contract/campaign'
import { isIntoGroups } from '@recado/shared/campaigns/contract/campaign'
import { OPT_OUT_LINE } from '@recado/shared/campaigns/message/message-parts'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n/use-texts.ts'
import { tagChoicesQuery } from '../../../tags/queries.ts'
import { ticketQueuesQuery } from '../../../ticket-queues/queries.ts'
import { FormSection } from '../../../ui/FormSection.tsx'
import type { SectionProps } from '../use-campaign-form.ts'

/** The text on opting out, and what happens with replies. */
export function OptionsSection({ type, form, isLocked }: SectionProps & { type: CampaignType }) {
  const { t } = useTexts()
  const { initTreatment, queueId, tagId, groupMode, recipientsFrom } = form.values
  // In a campaign to a tag, the tag already names the recipients.
  const mayTag = recipientsFrom === 'list'
  const { data: queues = [] } = useQuery({ ...ticketQueuesQuery, enabled: initTreatment })
  const { data: tags = [] } = useQuery({ ...tagChoicesQuery, enabled: initTreatment && mayTag })
  const choices = (records: { id: string; name: string }[]) =>
    records.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FormSection title={t('campaigns.form.options')}>
      <Switch
        label={t('campaigns.form.block')}
        description={
          isIntoGroups({ type, groupMode })
            ? t('campaigns.form.blockNotInGroups')
            : t('campaigns.form.blockHint', { line: OPT_OUT_LINE })
        }
        disabled={isLocked}
        {...form.getInputProps('block', { type: 'checkbox' })}
      />
      <Switch
        label={t('campaigns.form.initTreatment')}
        description={t('campaigns.form.initTreatmentHint')}
        disabled={isLocked}
        {...form.getInputProps('initTreatment', { type: 'checkbox' })}
      />
      {initTreatment && (
        <>
          <Select
            label={t('campaigns.form.queue')}
            placeholder={t('campaigns.form.noQueue')}
            clearable
            clearButtonProps={{ 'aria-label': t('campaigns.form.clearQueue') }}
            searchable
            disabled={isLocked}
            nothingFoundMessage={t('common.nothingMatches')}
            data={choices(queues)}
            {...form.getInputProps('queueId')}
            value={queueId}
          />
          {mayTag && (
            <Select
              label={t('campaigns.form.tag')}
              placeholder={t('campaigns.form.noTag')}
              clearable
              clearButtonProps={{ 'aria-label': t('campaigns.form.clearTag') }}
              searchable
              disabled={isLocked}
              nothingFoundMessage={t('common.nothingMatches')}
              data={choices(tags)}
              {...form.getInputProps('tagId')}
              value={tagId}
            />
          )}
        </>
      )}
    </FormSection>
  )
}
