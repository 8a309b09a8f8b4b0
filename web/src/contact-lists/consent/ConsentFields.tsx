import { Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { consentSource } from '@recado/shared/contact-lists/consent'
import { cutText } from '@recado/shared/text'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { DateField } from '../../ui/DateField.tsx'
import { wallTimeOf } from '../../ui/dates.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { useZone } from '../../zone/use-zone.ts'
import type { ConsentValues } from './consent-values.ts'

interface ConsentFieldsProps {
  values: ConsentValues
  onChange: (values: ConsentValues) => void
  /** Errors in words, by the paths of {@link missingOf}. */
  errors: Record<string, ReactNode>
  isRequired: boolean
}

const NOTE_MAX_LENGTH = 200

/** How the people gave their consent. The user who fills in the form vouches for it. Nothing is chosen beforehand. */
export function ConsentFields({ values, onChange, errors, isRequired }: ConsentFieldsProps) {
  const { t } = useTexts()
  const isDated = values.source !== '' && values.source !== 'NONE'
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('contactLists.consent.source')}
        description={t('contactLists.consent.sourceHint')}
        withAsterisk={isRequired}
        value={values.source}
        onChange={(source) => onChange({ ...values, source })}
        error={errors['consent.source']}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" my="xs">
          {consentSource.options.map((source, index) => (
            <Radio
              key={source}
              value={source}
              label={t(`contactLists.consent.sources.${source}`)}
              data-path={index === 0 ? 'consent.source' : undefined}
            />
          ))}
        </SimpleGrid>
      </Radio.Group>
      {isDated && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <ConsentDate
            value={values.date}
            onChange={(date) => onChange({ ...values, date })}
            error={errors['consent.date']}
          />
          <TextInput
            label={t('contactLists.consent.note')}
            placeholder={t('contactLists.consent.noteHint')}
            maxLength={NOTE_MAX_LENGTH}
            value={values.note}
            onChange={(event) => onChange({ ...values, note: event.currentTarget.value })}
          />
        </SimpleGrid>
      )}
    </Stack>
  )
}

interface ConsentDateProps {
  value: ConsentValues['date']
  onChange: (date: ConsentValues['date']) => void
  error: ReactNode
}

/** Since when the consent holds. */
function ConsentDate({ value, onChange, error }: ConsentDateProps) {
  const { t } = useTexts()
  const zone = useZone()
  return (
    <DateField
      label={t('contactLists.consent.date')}
      placeholder={t('contactLists.consent.datePlaceholder')}
      lastDay={cutText(wallTimeOf(serverNow(), zone), 'YYYY-MM-DD'.length)}
      isRequired
      value={value}
      onChange={onChange}
      error={error}
      path="consent.date"
    />
  )
}
