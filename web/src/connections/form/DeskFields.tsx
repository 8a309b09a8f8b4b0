import { Select, Switch } from '@mantine/core'
import { groupPolicy, readReceipts } from '@recado/shared/connections/connection'
import { useTexts } from '../../i18n/use-texts.ts'
import { DefaultQueueField } from './DefaultQueueField.tsx'
import type { ConnectionForm } from './problems.ts'
import { QueueField } from './QueueField.tsx'

/** How the connection serves customers: its queues, groups, and what customers see of the attendant. */
export function DeskFields({ form }: { form: ConnectionForm }) {
  const { t } = useTexts()
  return (
    <>
      <QueueField form={form} />
      <DefaultQueueField form={form} />
      <Select
        label={t('connections.form.groups')}
        description={t('connections.form.groupsHint')}
        data={groupPolicy.options.map((value) => ({ value, label: t(`connections.form.groupsOf.${value}`) }))}
        {...form.getInputProps('groups')}
      />
      <Select
        label={t('connections.form.readReceipts')}
        description={t('connections.form.readReceiptsHint')}
        data={readReceipts.options.map((value) => ({
          value,
          label: t(`connections.form.readReceiptsOf.${value}`),
        }))}
        {...form.getInputProps('readReceipts')}
      />
      <Switch
        label={t('connections.form.showTyping')}
        description={t('connections.form.showTypingHint')}
        {...form.getInputProps('showTyping', { type: 'checkbox' })}
      />
    </>
  )
}
