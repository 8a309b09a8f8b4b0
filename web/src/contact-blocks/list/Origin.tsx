import { ActionIcon, Blockquote, Group, Popover, Stack, Text, Tooltip } from '@mantine/core'
import type { ContactBlock, OptOutEvidence } from '@recado/shared/contact-blocks/contact-block'
import { IconFileSpreadsheet, IconHandStop, IconMessageCircle, IconPencil } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { DateTime } from '../../zone/DateTime.tsx'

const LOOKS: Record<ContactBlock['origin'], StatusLook> = {
  MANUAL: { color: 'gray', icon: IconPencil },
  IMPORT: { color: 'blue', icon: IconFileSpreadsheet },
  OPT_OUT: { color: 'orange', icon: IconHandStop },
}

/** Why a contact is blocked; for an opt-out, with the contact's message. */
export function Origin({ contactBlock: { name, origin, evidence } }: { contactBlock: ContactBlock }) {
  const { t } = useTexts()
  return (
    <Group gap={4} wrap="nowrap">
      <StatusBadge look={LOOKS[origin]} label={t(`blocks.origins.${origin}`)} />
      {evidence && <Evidence name={name} evidence={evidence} />}
    </Group>
  )
}

function Evidence({ name, evidence: { text, at } }: { name: string; evidence: OptOutEvidence }) {
  const { t } = useTexts()
  const label = t('blocks.evidence.of', { name })
  return (
    <Popover position="bottom-end" shadow="md" width={280} withinPortal trapFocus>
      <Popover.Target>
        <Tooltip label={label}>
          <ActionIcon variant="subtle" color="gray" aria-label={label}>
            <IconMessageCircle size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} tabIndex={-1} data-autofocus>
        <Stack gap={6}>
          <Text size="sm" c="dimmed">
            {t('blocks.evidence.wrote')} <DateTime instant={at} />
          </Text>
          <Blockquote p="xs" m={0} fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Blockquote>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
