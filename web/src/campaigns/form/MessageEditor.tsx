import { Button, Group, Text, Textarea } from '@mantine/core'
import { MESSAGE_MAX_LENGTH, MESSAGE_VARIABLES } from '@recado/shared/campaigns/campaign'
import { type ReactNode, useRef } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useNumbers } from '../../ui/use-numbers.ts'

interface MessageEditorProps {
  label: string
  value: string
  disabled: boolean
  error: ReactNode
  onChange: (text: string) => void
}

export function MessageEditor({ label, value, disabled, error, onChange }: MessageEditorProps) {
  const { t } = useTexts()
  const format = useNumbers()
  const textRef = useRef<HTMLTextAreaElement>(null)

  const insert = (variable: string) => {
    const field = textRef.current
    if (!field) return
    const { selectionStart, selectionEnd } = field
    const text = value.slice(0, selectionStart) + variable + value.slice(selectionEnd)
    if (text.length > MESSAGE_MAX_LENGTH) return
    onChange(text)
    // The cursor goes behind what was inserted, once the field holds it.
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(selectionStart + variable.length, selectionStart + variable.length)
    })
  }
  return (
    <>
      <Group gap={6} mb="xs" role="group" aria-label={t('campaigns.form.variables')}>
        {MESSAGE_VARIABLES.map((variable) => (
          <Button
            key={variable}
            size="compact-xs"
            variant="light"
            radius="xl"
            disabled={disabled}
            onClick={() => insert(`{${variable}}`)}
          >
            {`{${variable}}`}
          </Button>
        ))}
      </Group>
      <Textarea
        ref={textRef}
        data-path="messages"
        label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        disabled={disabled}
        error={error}
        autosize
        minRows={6}
        maxRows={16}
        maxLength={MESSAGE_MAX_LENGTH}
        placeholder={t('campaigns.form.placeholder')}
      />
      <Group justify="space-between" mt={4} gap="xs">
        <Text size="xs" c="dimmed">
          {t('campaigns.form.formatting')}
        </Text>
        <Text size="xs" c="dimmed">
          {t('campaigns.form.characters', { used: format(value.length), max: format(MESSAGE_MAX_LENGTH) })}
        </Text>
      </Group>
    </>
  )
}
