import { Alert, Button, Divider, Group, Stack, Text } from '@mantine/core'
import { localDate } from '@recado/shared/calendar/local-date'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatUntil, instantOf } from '../../ui/dates.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { textOf } from '../../ui/toast.ts'
import { WallTimeField } from '../../ui/WallTimeField.tsx'
import { useZone } from '../../zone/use-zone.ts'
import { canSnoozeUntil, SNOOZE_MAX_DAYS, snoozeChoices } from '../snoozing.ts'

interface SnoozeDialogProps {
  isBusy: boolean
  error: unknown
  /** @param until ISO 8601 */
  onChoose: (until: string) => void
  onClose: () => void
}

const DAY_MS = 86_400_000

/** The time of day in a wall time, `2026-11-24 15:30:00`. */
const timeIn = (wall: string): string | undefined => wall.split(' ')[1]

/** Asks until when a ticket is put off. The usual moments take one click. */
export function SnoozeDialog({ isBusy, error, onChoose, onClose }: SnoozeDialogProps) {
  const { t } = useTexts()
  const zone = useZone()
  const [now] = useState(serverNow)
  const [wall, setWall] = useState<string | null>(null)
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const until = wall ? instantOf(wall, zone) : undefined
    const isFine = until !== undefined && canSnoozeUntil(until, serverNow())
    setFault(isFine ? undefined : t('tickets.snooze.outside', { count: SNOOZE_MAX_DAYS }))
    if (isFine) onChoose(until)
  }
  return (
    <Dialog opened isBusy={isBusy} onClose={onClose} title={t('tickets.snooze.title')} size="sm">
      <Stack gap="sm">
        {error != null && (
          <Alert color="red" role="alert">
            {textOf(error)}
          </Alert>
        )}
        <Text size="sm">{t('tickets.snooze.text')}</Text>
        {snoozeChoices(now, zone).map(({ choice, until }, index) => (
          <Button
            key={choice}
            variant="default"
            justify="space-between"
            rightSection={
              <Text span size="sm" c="dimmed">
                {formatUntil(until, now, zone)}
              </Text>
            }
            disabled={isBusy}
            onClick={() => onChoose(until)}
            data-autofocus={index === 0 || undefined}
          >
            {t(`tickets.snooze.choices.${choice}`)}
          </Button>
        ))}
        <Divider label={t('tickets.snooze.or')} />
        <form noValidate onSubmit={submit}>
          <Stack gap="sm">
            <WallTimeField
              label={t('tickets.snooze.until')}
              placeholder={t('tickets.snooze.choose')}
              setLabel={t('tickets.snooze.set')}
              firstDay={localDate(now, zone)}
              lastDay={localDate(now + SNOOZE_MAX_DAYS * DAY_MS, zone)}
              // A day that is chosen first gets the hour of the choices above.
              firstTime={wall ? timeIn(wall) : '08:00'}
              value={wall}
              onChange={(value) => {
                setWall(value)
                setFault(undefined)
              }}
              error={fault}
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose} disabled={isBusy}>
                {t('common.cancel')}
              </Button>
              <Button type="submit" loading={isBusy} disabled={!wall}>
                {t('tickets.actions.snooze')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Stack>
    </Dialog>
  )
}
