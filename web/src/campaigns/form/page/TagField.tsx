import { Select } from '@mantine/core'
import type { PlatformTag } from '@recado/shared/integration/integration'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useNumbers } from '../../../ui/use-numbers.ts'
import type { SectionProps } from '../use-campaign-form.ts'

/** The tag of the integrated platform whose contacts get the campaign. */
export function TagField({ form, isLocked, tags }: SectionProps & { tags: PlatformTag[] }) {
  const { t } = useTexts()
  const format = useNumbers()
  const labelOf = ({ name, contactsCount: count }: PlatformTag) =>
    count === null ? name : t('campaigns.form.platformTagOption', { name, count, contacts: format(count) })
  return (
    <Select
      label={t('campaigns.form.platformTag')}
      description={`${t('campaigns.form.limit')}. ${t('campaigns.form.platformTagHint')}`}
      placeholder={
        tags.length > 0 ? t('campaigns.form.choosePlatformTag') : t('campaigns.form.noPlatformTags')
      }
      withAsterisk
      searchable
      disabled={isLocked || tags.length === 0}
      nothingFoundMessage={t('common.nothingMatches')}
      data={tags.map((tag) => ({ value: tag.id, label: labelOf(tag) }))}
      {...form.getInputProps('tagId')}
    />
  )
}
