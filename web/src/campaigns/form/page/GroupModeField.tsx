import { Radio, Stack } from '@mantine/core'
import { groupMode } from '@recado/shared/campaigns/contract/campaign'
import { useTexts } from '../../../i18n/use-texts.ts'
import type { SectionProps } from '../use-campaign-form.ts'

/**
 * Whether the message goes into the group or to each member, with an explanation of both. A message into groups has no
 * confirmation, so choosing it switches the confirmation off.
 */
export function GroupModeField({ form, isLocked }: SectionProps) {
  const { t } = useTexts()
  const field = form.getInputProps('groupMode')
  const choose = (mode: string) => {
    field.onChange(mode)
    if (mode !== groupMode.enum.group) return
    form.setFieldValue('confirmation', false)
    form.clearFieldError('confirmations')
  }
  return (
    <Radio.Group label={t('campaigns.groupMode.label')} {...field} onChange={choose}>
      <Stack gap="xs" mt="xs">
        {groupMode.options.map((mode) => (
          <Radio
            key={mode}
            value={mode}
            disabled={isLocked}
            label={t(`campaigns.groupMode.${mode}`)}
            description={t(`campaigns.groupMode.${mode}Hint`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
