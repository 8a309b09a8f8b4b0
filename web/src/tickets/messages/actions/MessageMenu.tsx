import { Menu, Text } from '@mantine/core'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import {
  type Icon,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCopy,
  IconMoodPlus,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { serverNow } from '../../../ui/server-clock.ts'
import { toastError, toastSuccess } from '../../../ui/toast.ts'
import type { AskedAction } from './ActionDialogs.tsx'
import classes from './actions.module.css'
import { actionsOn, type MessageAction, textIn } from './available.ts'
import type { Aim } from './use-aim.ts'

export interface OpenMenu {
  message: ShownMessage
  /** The button or the bubble that opened it. */
  anchor: HTMLElement
}

interface MessageMenuProps extends OpenMenu {
  mayWrite: boolean
  aim: Aim
  onReact: (message: ShownMessage, emoji: string) => void
  onAsk: (action: AskedAction) => void
  onClose: () => void
}

/** Reactions that one click sends. */
const QUICK = ['👍', '❤️', '😂', '😮', '😢', '🙏']

const SIGNS: Record<Exclude<MessageAction, 'react'>, Icon> = {
  reply: IconArrowBackUp,
  forward: IconArrowForwardUp,
  copy: IconCopy,
  edit: IconPencil,
  delete: IconTrash,
}
const ORDER = ['reply', 'copy', 'forward', 'edit', 'delete'] as const

/** What can be done with a message, beside its bubble. */
export function MessageMenu(props: MessageMenuProps) {
  const { message, anchor, mayWrite, aim, onReact, onAsk, onClose } = props
  const { t } = useTexts()
  const [box] = useState(() => anchor.getBoundingClientRect())
  const actions = actionsOn(message, mayWrite, serverNow())
  const ours = message.reactions.find(({ by }) => by === 'me')?.emoji
  const isInComposer = useRef(false)
  const leave = () => {
    onClose()
    if (!isInComposer.current) anchor.focus()
  }
  const close = useEffectEvent(leave)
  // The conversation moves under the menu.
  useEffect(() => {
    const onWheel = () => close()
    addEventListener('wheel', onWheel)
    return () => removeEventListener('wheel', onWheel)
  }, [])
  const copy = () =>
    navigator.clipboard
      .writeText(textIn(message))
      .then(() => toastSuccess(t('tickets.message.copied'), 'copied'), toastError)
  const run: Record<Exclude<MessageAction, 'react'>, () => unknown> = {
    reply: () => {
      isInComposer.current = true
      aim.reply(message.id)
    },
    copy,
    forward: () => onAsk({ kind: 'forward', message }),
    edit: () => {
      isInComposer.current = true
      aim.edit(message)
    },
    delete: () => onAsk({ kind: 'delete', message }),
  }
  return (
    <Menu
      opened
      onClose={leave}
      position={message.fromMe ? 'bottom-end' : 'bottom-start'}
      withinPortal
      width={236}
    >
      <Menu.Target>
        <span
          aria-hidden
          className={classes.anchor}
          style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('tickets.message.actions')}>
        {actions.has('react') && (
          <div className={classes.quick}>
            {QUICK.map((emoji) => (
              <Menu.Item
                key={emoji}
                className={classes.emoji}
                data-chosen={emoji === ours || undefined}
                aria-label={t('tickets.message.reactWith', { emoji })}
                onClick={() => onReact(message, emoji)}
              >
                {emoji}
              </Menu.Item>
            ))}
            <Menu.Item
              className={classes.emoji}
              aria-label={t('tickets.message.otherEmoji')}
              onClick={() => onAsk({ kind: 'react', message })}
            >
              <IconMoodPlus size={18} aria-hidden />
            </Menu.Item>
          </div>
        )}
        {ORDER.filter((action) => actions.has(action)).map((action) => {
          const Sign = SIGNS[action]
          const waits = action === 'edit' && aim.isRecording
          return (
            <Menu.Item
              key={action}
              leftSection={<Sign size={18} aria-hidden />}
              c={action === 'delete' ? 'var(--mantine-color-error)' : undefined}
              disabled={waits}
              onClick={run[action]}
            >
              {t(`tickets.message.${action}`)}
              {waits && <Text size="xs">{t('tickets.editing.afterRecording')}</Text>}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
