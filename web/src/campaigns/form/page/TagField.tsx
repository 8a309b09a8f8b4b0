import { Alert, Select } from '@mantine/core'
import { RECOMMENDED_LIST_SIZE } from '@recado/shared/campaigns/contract/campaign'
import { PARTS_MAX, TAG_CONTACTS_MAX } from '@recado/shared/campaigns/contract/parts'
import type { PlatformTag } from '@recado/shared/integration/integration'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { required } from '../../../ui/required.ts'
import { useNumbers } from '../../../ui/use-numbers.ts'
import type { SectionProps } from '../use-campaign-form.ts'

/**
 * The tag of the integrated platform whose contacts get the campaign, with a warning if it is too large. It only warns,
 * because the platform also counts invalid numbers and duplicates.
 */
export function TagField({ form, isLocked, tags }: SectionProps & { tags: PlatformTag[] }) {
  const { t } = useTexts()
  const format = useNumbers()
  const limit = format(TAG_CONTACTS_MAX)
  const chosen = tags.find(({ id }) => id === form.values.tagId)
  const count = chosen?.contactsCount ?? 0
  const labelOf = ({ name, contactsCount: count }: PlatformTag) =>
    count === null ? name : t('campaigns.form.platformTagOption', { name, count, contacts: format(count) })
  return (
    <>
      <Select
        label={t('campaigns.form.platformTag')}
        description={`${t('campaigns.form.limit')}. ${t('campaigns.form.platformTagHint')} ${t('campaigns.form.tagLimit', { limit })}`}
        placeholder={
          tags.length > 0 ? t('campaigns.form.choosePlatformTag') : t('campaigns.form.noPlatformTags')
        }
        {...required}
        searchable
        disabled={isLocked || tags.length === 0}
        nothingFoundMessage={t('common.nothingMatches')}
        data={tags.map((tag) => ({ value: tag.id, label: labelOf(tag) }))}
        {...form.getInputProps('tagId')}
      />
      {chosen && count > TAG_CONTACTS_MAX && (
        <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} py="xs">
          {t('campaigns.form.overTagLimit', {
            name: chosen.name,
            contacts: format(count),
            limit,
            parts: PARTS_MAX,
            size: RECOMMENDED_LIST_SIZE,
          })}
        </Alert>
      )}
    </>
  )
}
