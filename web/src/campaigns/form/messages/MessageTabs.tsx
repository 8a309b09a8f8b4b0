import { Box, Button, Group, Input, Tabs } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../../i18n/use-texts.ts'
import type { TextField } from '../campaign-values.ts'
import type { OpenVariants } from '../form-search.ts'
import type { SectionProps } from '../use-campaign-form.ts'
import { MessageEditor } from './MessageEditor.tsx'
import classes from './messages.module.css'
import { useVariants } from './use-variants.ts'

interface MessageTabsProps extends SectionProps {
  kind: 'message' | 'confirmation'
  fields: readonly TextField[]
  variants: OpenVariants
  /** Whether recipients may have been given a variant already, so that variants keep their numbers. */
  isSettled: boolean
}

/** The form's error key for a problem of all variants together. */
const ERROR_OF = { message: 'messages', confirmation: 'confirmations' } as const

/** Up to five variants of a text: a tab for each that is written, and a button for another one. */
export function MessageTabs({ kind, fields, form, isLocked, variants, isSettled }: MessageTabsProps) {
  const { t } = useTexts()
  const error = form.errors[ERROR_OF[kind]]
  const { rootRef, shown, next, add, remove } = useVariants({ kind, fields, form, variants, isSettled })
  return (
    <div ref={rootRef}>
      <Tabs
        value={String(variants[kind])}
        onChange={(value) => variants.open(kind, Number(value))}
        keepMounted={false}
      >
        <Group gap="xs" wrap="nowrap" align="flex-end" className={classes.head}>
          <Tabs.List aria-label={t(`campaigns.form.${kind}s`)} className={classes.tabs}>
            {shown.map((variant) => (
              <Tabs.Tab key={variant} value={String(variant)} className={classes.tab}>
                {t(`campaigns.form.${kind}`, { number: variant })}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {!isLocked && next !== undefined && (
            <Button
              variant="subtle"
              size="compact-sm"
              mb={4}
              leftSection={<IconPlus size={16} aria-hidden />}
              aria-label={t(`campaigns.form.add.${kind}`)}
              onClick={add}
            >
              {t('campaigns.form.variation')}
            </Button>
          )}
        </Group>
        {shown.map((variant) => {
          const field = fields[variant - 1]
          if (!field) return null
          return (
            <Tabs.Panel key={variant} value={String(variant)} pt="sm">
              <MessageEditor
                label={t(`campaigns.form.${kind}Text`, { number: variant })}
                path={ERROR_OF[kind]}
                value={form.values[field]}
                disabled={isLocked}
                error={form.errors[field]}
                onChange={(text) => {
                  form.setFieldValue(field, text)
                  form.clearFieldError(ERROR_OF[kind])
                }}
              />
              {!isLocked && shown.length > 1 && (
                <Box mt={4}>
                  <Button
                    variant="subtle"
                    color="gray"
                    size="compact-sm"
                    leftSection={<IconTrash size={16} aria-hidden />}
                    onClick={() => remove(variant)}
                  >
                    {t(`campaigns.form.remove.${kind}`, { number: variant })}
                  </Button>
                </Box>
              )}
            </Tabs.Panel>
          )
        })}
      </Tabs>
      {error && (
        <Input.Error role="alert" mt="xs">
          {error}
        </Input.Error>
      )}
    </div>
  )
}
