import { Box, Input, Tabs } from '@mantine/core'
import { useTexts } from '../../../i18n/use-texts.ts'
import type { TextField } from '../campaign-values.ts'
import type { OpenVariants } from '../form-search.ts'
import type { SectionProps } from '../use-campaign-form.ts'
import { MessageEditor } from './MessageEditor.tsx'
import classes from './messages.module.css'

interface MessageTabsProps extends SectionProps {
  kind: 'message' | 'confirmation'
  fields: readonly TextField[]
  variants: OpenVariants
}

/** The form's error key for a problem of all variants together. */
const ERROR_OF = { message: 'messages', confirmation: 'confirmations' } as const

/** Up to five variants of a text, a tab each. */
export function MessageTabs({ kind, fields, form, isLocked, variants }: MessageTabsProps) {
  const { t } = useTexts()
  const error = form.errors[ERROR_OF[kind]]
  return (
    <div>
      <Tabs
        value={String(variants[kind])}
        onChange={(value) => variants.open(kind, Number(value))}
        keepMounted={false}
      >
        <Tabs.List aria-label={t(`campaigns.form.${kind}s`)} className={classes.tabs}>
          {fields.map((field, index) => (
            <Tabs.Tab
              key={field}
              value={String(index + 1)}
              className={classes.tab}
              rightSection={form.values[field].trim() && <Box className={classes.filled} aria-hidden />}
            >
              {t(`campaigns.form.${kind}`, { number: index + 1 })}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {fields.map((field, index) => (
          <Tabs.Panel key={field} value={String(index + 1)} pt="sm">
            <MessageEditor
              label={t(`campaigns.form.${kind}Text`, { number: index + 1 })}
              path={ERROR_OF[kind]}
              value={form.values[field]}
              disabled={isLocked}
              error={form.errors[field]}
              onChange={(text) => {
                form.setFieldValue(field, text)
                form.clearFieldError(ERROR_OF[kind])
              }}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
      {error && (
        <Input.Error role="alert" mt="xs">
          {error}
        </Input.Error>
      )}
    </div>
  )
}
