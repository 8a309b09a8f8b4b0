import { Box, Input, Tabs, Text } from '@mantine/core'
import { MESSAGE_FIELDS } from '@recado/shared/campaigns/campaign'
import { useTexts } from '../../i18n/use-texts.ts'
import { FormSection } from './FormSection.tsx'
import classes from './form.module.css'
import { MessageEditor } from './MessageEditor.tsx'
import type { SectionProps } from './use-campaign-form.ts'

interface MessageSectionProps extends SectionProps {
  tab: number
  onTab: (tab: number) => void
}

/** Up to five messages; each recipient gets one of them. */
export function MessageSection({ form, isLocked, tab, onTab }: MessageSectionProps) {
  const { t } = useTexts()
  const error = form.errors.messages
  return (
    <FormSection title={t('campaigns.form.what')}>
      <Text size="sm" c="dimmed">
        {t('campaigns.form.variants')}
      </Text>
      <Tabs value={String(tab)} onChange={(value) => onTab(Number(value))} keepMounted={false}>
        <Tabs.List aria-label={t('campaigns.form.messages')} className={classes.tabs}>
          {MESSAGE_FIELDS.map((field, index) => (
            <Tabs.Tab
              key={field}
              value={String(index + 1)}
              className={classes.tab}
              rightSection={form.values[field].trim() && <Box className={classes.filled} aria-hidden />}
            >
              {t('campaigns.form.message', { number: index + 1 })}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {MESSAGE_FIELDS.map((field, index) => (
          <Tabs.Panel key={field} value={String(index + 1)} pt="sm">
            <MessageEditor
              label={t('campaigns.form.messageText', { number: index + 1 })}
              value={form.values[field]}
              disabled={isLocked}
              error={form.errors[field]}
              onChange={(text) => {
                form.setFieldValue(field, text)
                form.clearFieldError('messages')
              }}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </FormSection>
  )
}
