import { Button, Group, Text } from '@mantine/core'
import { REPLY_VARIABLES } from '@recado/shared/quick-replies/variables'
import type { RefObject } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useInsertion } from '../../ui/use-insertion.ts'

interface VariableButtonsProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>
  onChange: (text: string) => void
}

/** A button for each variable, which inserts it at the cursor of the text field. */
export function VariableButtons({ fieldRef, onChange }: VariableButtonsProps) {
  const { t } = useTexts()
  const { insert } = useInsertion(fieldRef, onChange)
  return (
    <Group gap={6}>
      <Text size="sm" c="dimmed">
        {t('quickReplies.form.variables')}
      </Text>
      {REPLY_VARIABLES.map((name) => (
        <Button
          key={name}
          size="compact-xs"
          variant="default"
          aria-label={t('quickReplies.form.insert', { name: `{${name}}` })}
          onClick={() => insert(`{${name}}`)}
        >
          {`{${name}}`}
        </Button>
      ))}
    </Group>
  )
}
