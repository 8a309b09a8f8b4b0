import { ActionIcon, Tooltip } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useDeskKey } from '../keyboard/use-desk-key.ts'
import { useNewConversation } from '../opening/use-new-conversation.tsx'

/** Begins a conversation with anybody. */
export function NewButton() {
  const { t } = useTexts()
  const { begin, dialog } = useNewConversation()
  useDeskKey('begin', () => begin())
  return (
    <>
      <Tooltip label={t('tickets.begin.title')}>
        <ActionIcon variant="default" size={30} aria-label={t('tickets.begin.title')} onClick={() => begin()}>
          <IconMessagePlus size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {dialog}
    </>
  )
}
