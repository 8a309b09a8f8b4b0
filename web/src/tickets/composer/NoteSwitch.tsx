import { ActionIcon, Tooltip } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'

interface NoteSwitchProps {
  isNote: boolean
  onSwitch: () => void
}

/** Switches between an answer and an internal note. */
export function NoteSwitch({ isNote, onSwitch }: NoteSwitchProps) {
  const { t } = useTexts()
  return (
    <Tooltip label={t('tickets.composer.noteMode')}>
      <ActionIcon
        variant={isNote ? 'light' : 'subtle'}
        color={isNote ? 'yellow' : 'gray'}
        size={36}
        aria-label={t('tickets.composer.noteMode')}
        aria-pressed={isNote}
        onClick={onSwitch}
      >
        <IconNote size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
