import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'

interface OrderButtonsProps {
  name: string
  /** From 1. */
  place: number
  /** Number of queues. */
  of: number
  onMove: (by: 1 | -1) => void
}

/** Moves a queue a place up or down. */
export function OrderButtons({ name, place, of, onMove }: OrderButtonsProps) {
  const { t } = useTexts()
  const upRef = useRef<HTMLButtonElement>(null)
  const downRef = useRef<HTMLButtonElement>(null)
  const lastMove = useRef<1 | -1>(undefined)
  // A row that moves in the document loses the focus, and at either end one of the buttons is disabled.
  useEffect(() => {
    if (!lastMove.current) return
    const goesUp = (lastMove.current < 0 && place > 1) || place === of
    lastMove.current = undefined
    const button = goesUp ? upRef.current : downRef.current
    button?.focus()
  }, [place, of])
  const move = (by: 1 | -1) => {
    lastMove.current = by
    onMove(by)
  }
  const [up, down] = [t('queues.order.up', { name }), t('queues.order.down', { name })]
  return (
    <Group gap={2} wrap="nowrap">
      <Tooltip label={up}>
        <ActionIcon
          ref={upRef}
          variant="subtle"
          color="gray"
          aria-label={up}
          disabled={place === 1}
          bg={place === 1 ? 'transparent' : undefined}
          onClick={() => move(-1)}
        >
          <IconArrowUp size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={down}>
        <ActionIcon
          ref={downRef}
          variant="subtle"
          color="gray"
          aria-label={down}
          disabled={place === of}
          bg={place === of ? 'transparent' : undefined}
          onClick={() => move(1)}
        >
          <IconArrowDown size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
