import { Button, Group } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconCheck,
  IconClockPause,
  IconClockPlay,
  IconHandGrab,
  IconRotateClockwise,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { MoreActions } from './MoreActions.tsx'
import { ResolveButton } from './ResolveButton.tsx'
import type { TicketActions } from './use-ticket-actions.tsx'

/** How much room there is: for all actions, for the main one, or for its word alone. */
export type Room = 'wide' | 'medium' | 'narrow'

interface ActionButtonsProps {
  actions: TicketActions
  isClosed: boolean
  room: Room
}

const SIGN = { size: 16, 'aria-hidden': true } as const

/** The actions of a ticket: the main one as a button, the others beside it or under "⋯". */
export function ActionButtons({ actions, isClosed, room }: ActionButtonsProps) {
  const { t } = useTexts()
  const { kinds, isBusy } = actions
  const isWide = room === 'wide'
  const resolves = kinds.has('close') && hasRoomToResolve(actions, room)
  const withSign = (sign: ReactNode) => (room === 'narrow' ? { px: 'sm' } : { leftSection: sign })
  return (
    <Group gap={6} wrap="nowrap">
      {isWide && kinds.has('return') && (
        <Button
          variant="default"
          disabled={isBusy}
          leftSection={<IconArrowBackUp {...SIGN} />}
          onClick={actions.giveBack}
        >
          {t('tickets.actions.return')}
        </Button>
      )}
      {isWide && kinds.has('transfer') && (
        <Button
          variant="default"
          disabled={isBusy}
          leftSection={<IconArrowsExchange {...SIGN} />}
          onClick={actions.transfer}
        >
          {t('tickets.actions.transfer')}
        </Button>
      )}
      {isWide && kinds.has('snooze') && <SnoozeButton actions={actions} />}
      {kinds.has('takeOver') && (
        <Button
          variant={resolves ? 'default' : 'filled'}
          loading={isBusy}
          onClick={actions.takeOver}
          {...withSign(<IconHandGrab {...SIGN} />)}
        >
          {t('tickets.actions.takeOver')}
        </Button>
      )}
      {resolves && (
        <ResolveButton actions={actions} isMain={!kinds.has('open')} isNarrow={room === 'narrow'} />
      )}
      {kinds.has('open') && (
        <Button
          loading={isBusy}
          onClick={() => actions.open()}
          {...withSign(isClosed ? <IconRotateClockwise {...SIGN} /> : <IconCheck {...SIGN} />)}
        >
          {isClosed ? t('tickets.actions.reopen') : t('tickets.actions.accept')}
        </Button>
      )}
      <MoreActions
        actions={actions}
        isWide={isWide}
        resolves={!resolves}
        resolvesSilently={room === 'narrow'}
      />
    </Group>
  )
}

/** Puts the ticket off, or ends that. */
function SnoozeButton({ actions: { wake, snooze, isBusy } }: { actions: TicketActions }) {
  const { t } = useTexts()
  const sign = wake ? <IconClockPlay {...SIGN} /> : <IconClockPause {...SIGN} />
  return (
    <Button variant="default" disabled={isBusy} leftSection={sign} onClick={wake ?? snooze}>
      {t(wake ? 'tickets.actions.wake' : 'tickets.actions.snooze')}
    </Button>
  )
}

/** Beside another main action, "Resolver" would leave no room for the customer's name and number. */
const hasRoomToResolve = ({ kinds }: TicketActions, room: Room): boolean =>
  room === 'wide' || !(kinds.has('open') || kinds.has('takeOver'))
