import { Fieldset, Select, Stack, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { consentSource } from '@recado/shared/contact-lists/consent'
import { cutText } from '@recado/shared/text'
import { useTexts } from '../../i18n/use-texts.ts'
import { DATE_FORMAT, wallTimeOf } from '../../ui/dates.ts'
import { useZone } from '../../zone/use-zone.ts'
import type { ConsentValues } from './consent-values.ts'

interface ConsentFieldsProps {
  values: ConsentValues
  onChange: (values: ConsentValues) => void
  /** Errors in words, by the paths of {@link missingOf}. */
  errors: Record<string, React.ReactNode>
  isRequired: boolean
  disabled?: boolean
}

const NOTE_MAX_LENGTH = 200

/** How the people gave their consent. The user who fills in the form vouches for it. */
export function ConsentFields({ values, onChange, errors, isRequired, disabled }: ConsentFieldsProps) {
  const { t } = useTexts()
  const zone = useZone()
  const today = cutText(wallTimeOf(Date.now(), zone), 'YYYY-MM-DD'.length)
  const isDated = values.source !== '' && values.source !== 'NONE'
  return (
    <Fieldset legend={t('contactLists.consent.title')} disabled={disabled}>
      <Stack gap="sm">
        <Select
          label={t('contactLists.consent.source')}
          description={t('contactLists.consent.sourceHint')}
          placeholder={t('contactLists.consent.choose')}
          withAsterisk={isRequired}
          clearable={!isRequired}
          clearButtonProps={{ 'aria-label': t('contactLists.consent.clear') }}
          data={consentSource.options.map((source) => ({
            value: source,
            label: t(`contactLists.consent.sources.${source}`),
          }))}
          value={values.source || null}
          onChange={(source) => onChange({ ...values, source: source ?? '' })}
          error={errors['consent.source']}
          data-path="consent.source"
        />
        {isDated && (
          <DateInput
            label={t('contactLists.consent.date')}
            placeholder={t('contactLists.consent.datePlaceholder')}
            valueFormat={DATE_FORMAT}
            maxDate={today}
            previousLabel={t('common.previousMonth')}
            nextLabel={t('common.nextMonth')}
            withAsterisk
            value={values.date}
            onChange={(date) => onChange({ ...values, date })}
            error={errors['consent.date']}
            data-path="consent.date"
          />
        )}
        {values.source !== '' && (
          <TextInput
            label={t('contactLists.consent.note')}
            description={t('contactLists.consent.noteHint')}
            maxLength={NOTE_MAX_LENGTH}
            value={values.note}
            onChange={(event) => onChange({ ...values, note: event.currentTarget.value })}
          />
        )}
      </Stack>
    </Fieldset>
  )
}
