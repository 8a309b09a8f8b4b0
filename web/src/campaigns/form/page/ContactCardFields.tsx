import { SegmentedControl, SimpleGrid, Text, TextInput } from '@mantine/core'
import { contactMode } from '@recado/shared/campaigns/contract/campaign'
import { useTexts } from '../../../i18n/use-texts.ts'
import type { SectionProps } from '../use-campaign-form.ts'

/** The contact card of the message, and whether it comes above or below the text. */
export function ContactCardFields({ form, isLocked }: SectionProps) {
  const { t } = useTexts()
  const { contactName, contactNumber, contactMode: mode } = form.values
  const isEmpty = !contactName.trim() && !contactNumber.trim()
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('campaigns.card.hint')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('campaigns.card.name')}
          maxLength={50}
          disabled={isLocked}
          {...form.getInputProps('contactName')}
        />
        <TextInput
          label={t('campaigns.card.number')}
          inputMode="tel"
          maxLength={25}
          disabled={isLocked}
          {...form.getInputProps('contactNumber')}
        />
      </SimpleGrid>
      {!isEmpty && (
        <SegmentedControl
          aria-label={t('campaigns.card.mode')}
          fullWidth
          disabled={isLocked}
          data={contactMode.options.map((value) => ({ value, label: t(`campaigns.card.modes.${value}`) }))}
          value={mode}
          onChange={(value) => {
            const chosen = contactMode.options.find((option) => option === value)
            if (chosen) form.setFieldValue('contactMode', chosen)
          }}
        />
      )}
    </>
  )
}
