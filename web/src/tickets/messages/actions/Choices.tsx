import { Checkbox, Text } from '@mantine/core'
import { FORWARDED_MAX } from '@recado/shared/tickets/contract/message-routes'
import { useTexts } from '../../../i18n/use-texts.ts'
import classes from './actions.module.css'

interface ChoicesProps {
  label: string
  choices: readonly { id: string; label: string }[]
  chosen: string[]
  onChoose: (ids: string[]) => void
  /** The choice that the dialog begins at. */
  focusedId?: string | undefined
}

/** Up to five choices; further ones are disabled. */
export function Choices({ label, choices, chosen, onChoose, focusedId }: ChoicesProps) {
  const { t } = useTexts()
  if (choices.length === 0) return <Text c="dimmed">{t('tickets.forward.none')}</Text>
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('tickets.forward.most', { count: FORWARDED_MAX })}
      </Text>
      <Checkbox.Group value={chosen} onChange={onChoose} aria-label={label}>
        <div className={classes.choices}>
          {choices.map((choice) => (
            <Checkbox
              key={choice.id}
              className={classes.choice}
              value={choice.id}
              label={
                <Text component="bdi" size="sm" lineClamp={2}>
                  {choice.label}
                </Text>
              }
              data-autofocus={choice.id === focusedId || undefined}
              disabled={chosen.length >= FORWARDED_MAX && !chosen.includes(choice.id)}
            />
          ))}
        </div>
      </Checkbox.Group>
    </>
  )
}
