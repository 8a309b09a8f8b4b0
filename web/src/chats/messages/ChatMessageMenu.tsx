import { ActionIcon, Menu } from '@mantine/core'
import { type ChatMessage, excerptOf } from '@recado/shared/chats/chat'
import { IconArrowBackUp, IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../i18n/use-texts.ts'
import actions from '../../tickets/messages/actions/actions.module.css'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import type { ChatAim } from '../aim.ts'

interface ChatMessageMenuProps {
  message: ChatMessage
  isOwn: boolean
  aim: ChatAim
  onDelete: (message: ChatMessage) => void
}

/** What can be done with a message, beside its bubble. */
export function ChatMessageMenu({ message, isOwn, aim, onDelete }: ChatMessageMenuProps) {
  const { t } = useTexts()
  const copy = () =>
    navigator.clipboard
      .writeText(message.text)
      .then(() => toastSuccess(t('tickets.message.copied'), 'copied'), toastError)
  return (
    <Menu position={isOwn ? 'bottom-end' : 'bottom-start'} withinPortal width={200}>
      <Menu.Target>
        <ActionIcon
          className={actions.button}
          variant="subtle"
          color="gray"
          size={30}
          aria-label={t('tickets.message.actions')}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          onClick={() => aim.reply(excerptOf(message))}
        >
          {t('tickets.message.reply')}
        </Menu.Item>
        {message.text && (
          <Menu.Item leftSection={<IconCopy size={18} aria-hidden />} onClick={copy}>
            {t('tickets.message.copy')}
          </Menu.Item>
        )}
        {isOwn && message.text && (
          <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={() => aim.edit(message)}>
            {t('tickets.message.edit')}
          </Menu.Item>
        )}
        {isOwn && (
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => onDelete(message)}
          >
            {t('chats.delete.action')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
