import { Button, Group, Text, Textarea } from '@mantine/core'
import { MESSAGE_MAX_LENGTH, MESSAGE_VARIABLES } from '@recado/shared/campaigns/contract/campaign'
import { type ReactNode, useRef } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useInsertion } from '../../../ui/use-insertion.ts'
import { useNumbers } from '../../../ui/use-numbers.ts'
import { EmojiPicker } from './EmojiPicker.tsx'
import { FormatButtons } from './FormatButtons.tsx'
import { UnknownVariables } from './UnknownVariables.tsx'

interface MessageEditorProps {
  label: string
  /** Path of this text among the form's errors. */
  path: string
  value: string
  disabled: boolean
  error: ReactNode
  onChange: (text: string) => void
}

/** A text field with buttons that insert variables, marks and emojis at the cursor. */
export function MessageEditor({ label, path, value, disabled, error, onChange }: MessageEditorProps) {
  const { t } = useTexts()
  const format = useNumbers()
  const textRef = useRef<HTMLTextAreaElement>(null)
  const { insert, wrap } = useInsertion(textRef, onChange)
  return (
    <>
      {!disabled && (
        <>
          <Group gap={6} mb={6} role="group" aria-label={t('campaigns.form.variables')}>
            {MESSAGE_VARIABLES.map((variable) => (
              <Button
                key={variable}
                size="compact-xs"
                variant="light"
                color="gray"
                radius="xl"
                onClick={() => insert(`{${variable}}`)}
              >
                {`{${variable}}`}
              </Button>
            ))}
          </Group>
          <Group gap={2} mb={6} role="toolbar" aria-label={t('campaigns.form.formatting')}>
            <FormatButtons onMark={wrap} />
            <EmojiPicker onPick={insert} />
          </Group>
        </>
      )}
      <Textarea
        ref={textRef}
        data-path={path}
        aria-label={label}
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
      <Text size="xs" c="dimmed" ta="right" mt={4} className="figures">
        {t('campaigns.form.characters', { used: format(value.length), max: format(MESSAGE_MAX_LENGTH) })}
      </Text>
      <UnknownVariables text={value} />
    </>
  )
}
