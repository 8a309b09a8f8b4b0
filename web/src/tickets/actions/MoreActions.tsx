import { ActionIcon, Menu } from '@mantine/core'
import type { ChangeKind } from '@recado/shared/tickets/rules/requested-change'
import {
  type Icon,
  IconArrowBackUp,
  IconArrowsExchange,
  IconCheck,
  IconClockPause,
  IconClockPlay,
  IconDots,
  IconMessageShare,
  IconTrash,
} from '@tabler/icons-react'
import type { TextKey } from '../../i18n/index.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { TicketActions } from './use-ticket-actions.tsx'

interface MoreActionsProps {
  actions: TicketActions
  /** Transferring, giving back and putting off have buttons of their own. */
  isWide: boolean
  /** Whether resolving, and resolving without a message, have no button of their own. */
  resolves: boolean
  resolvesSilently: boolean
}

interface Action {
  text: TextKey
  sign: Icon
  isOffered: boolean
  run: () => void
}

/** The actions that have no button of their own. */
export function MoreActions({ actions, isWide, resolves, resolvesSilently }: MoreActionsProps) {
  const { t } = useTexts()
  const { kinds, mayDelete, isBusy } = actions
  const may = (kind: ChangeKind, isHere: boolean) => isHere && kinds.has(kind)
  const all: Action[] = [
    {
      text: 'tickets.actions.resolve',
      sign: IconCheck,
      isOffered: may('close', resolves),
      run: () => actions.resolve(),
    },
    {
      text: 'tickets.actions.resolveSilently',
      sign: IconCheck,
      isOffered: may('close', resolves || resolvesSilently),
      run: () => actions.resolve({ silent: true }),
    },
    {
      text: 'tickets.actions.transfer',
      sign: IconArrowsExchange,
      isOffered: may('transfer', !isWide),
      run: actions.transfer,
    },
    {
      text: 'tickets.actions.return',
      sign: IconArrowBackUp,
      isOffered: may('return', !isWide),
      run: actions.giveBack,
    },
    {
      text: actions.wake ? 'tickets.actions.wake' : 'tickets.actions.snooze',
      sign: actions.wake ? IconClockPlay : IconClockPause,
      isOffered: may('snooze', !isWide),
      run: actions.wake ?? actions.snooze,
    },
    { text: 'chats.share.action', sign: IconMessageShare, isOffered: true, run: actions.share },
  ]
  const offered = all.filter(({ isOffered }) => isOffered)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('common.actions')}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map(({ text, sign: Sign, run }) => (
          <Menu.Item key={text} leftSection={<Sign size={16} aria-hidden />} disabled={isBusy} onClick={run}>
            {t(text)}
          </Menu.Item>
        ))}
        {mayDelete && (
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} aria-hidden />}
            disabled={isBusy}
            onClick={actions.remove}
          >
            {t('tickets.delete.action')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
