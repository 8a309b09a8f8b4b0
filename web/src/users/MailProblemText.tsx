import { Group, Text } from '@mantine/core'
import type { MailProblem } from '@recado/shared/email/mail-problem'
import { IconMailOff } from '@tabler/icons-react'
import { useTexts } from '../i18n/use-texts.ts'

/** Why mails do not reach an address; nothing if they do. */
export function MailProblemText({ problem }: { problem: MailProblem | null }) {
  const { t } = useTexts()
  if (!problem) return null
  return (
    <Group component="span" gap={4} wrap="nowrap" align="flex-start" c="red">
      <IconMailOff size={16} aria-hidden style={{ flexShrink: 0 }} />
      <Text span size="xs">
        {t(`users.mailProblems.${problem}`)}
      </Text>
    </Group>
  )
}
