import { Divider, NumberInput, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { distribution, type TicketQueue } from '@recado/shared/ticket-queues/ticket-queue'
import type { ShownUser } from '@recado/shared/users/user'
import { Fragment } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { ColorField } from '../../tags/color/ColorField.tsx'
import { required } from '../../ui/required.ts'
import { TextPreview } from '../../ui/whatsapp/TextPreview.tsx'
import { QueueHoursFields } from './QueueHoursFields.tsx'
import { QueueUsersField } from './QueueUsersField.tsx'
import { freeColors, type QueueForm } from './values.ts'

interface QueueFieldsProps {
  form: QueueForm
  queue: TicketQueue | undefined
  queues: readonly TicketQueue[]
  users: readonly ShownUser[] | null
}

const MESSAGES = ['greetingMessage', 'outOfHoursMessage'] as const

/** Name, people, distribution, hours and automatic messages of a queue. */
export function QueueFields({ form, queue, queues, users }: QueueFieldsProps) {
  const { t } = useTexts()
  return (
    <>
      <TextInput
        label={t('queues.name')}
        description={t('queues.form.nameHint')}
        {...required}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <ColorField
        label={t('queues.form.color')}
        description={t('queues.form.colorHint')}
        offered={freeColors(queues, queue)}
        {...form.getInputProps('color')}
      />
      <Divider label={t('queues.form.service')} labelPosition="left" />
      <QueueUsersField form={form} users={users} />
      <Radio.Group label={t('queues.form.distribution')} {...form.getInputProps('distribution')}>
        <Stack gap="xs" mt={6}>
          {distribution.options.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`queues.distributions.${value}`)}
              description={t(`queues.form.distributionHints.${value}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <NumberInput
        label={t('queues.form.targetMinutes')}
        description={t('queues.form.targetHint')}
        placeholder={t('queues.noTarget')}
        min={1}
        max={1440}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        maw={320}
        {...form.getInputProps('targetMinutes')}
      />
      <Divider label={t('queues.form.messages')} labelPosition="left" />
      {MESSAGES.map((field) => (
        <Fragment key={field}>
          <Textarea
            label={t(`queues.form.${field}`)}
            description={t(`queues.form.hints.${field}`)}
            autosize
            minRows={2}
            maxRows={6}
            {...form.getInputProps(field)}
          />
          <TextPreview label={t(`queues.form.${field}`)} text={form.values[field]} />
        </Fragment>
      ))}
      <Divider label={t('queues.columns.hours')} labelPosition="left" />
      <QueueHoursFields form={form} />
    </>
  )
}
