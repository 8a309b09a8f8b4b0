import { Textarea } from '@mantine/core'
import { Fragment } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { required } from '../../ui/required.ts'
import { TextPreview } from '../../ui/whatsapp/TextPreview.tsx'
import type { ConnectionForm } from './problems.ts'

const OTHERS = ['complationMessage', 'outOfHoursMessage', 'ratingMessage'] as const

/** The automatic messages of the connection. */
export function MessageFields({ form }: { form: ConnectionForm }) {
  const { t } = useTexts()
  const isRequired = form.values.queueIds.length > 1
  return (
    <>
      <Textarea
        label={t('connections.form.greetingMessage')}
        description={t('connections.form.greetingHint')}
        {...(isRequired && required)}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('greetingMessage')}
      />
      <TextPreview label={t('connections.form.greetingMessage')} text={form.values.greetingMessage} />
      {OTHERS.map((field) => (
        <Fragment key={field}>
          <Textarea
            label={t(`connections.form.${field}`)}
            autosize
            minRows={2}
            maxRows={6}
            {...form.getInputProps(field)}
          />
          <TextPreview label={t(`connections.form.${field}`)} text={form.values[field]} />
        </Fragment>
      ))}
    </>
  )
}
