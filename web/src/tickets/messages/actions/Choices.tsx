import { Checkbox, Text } from '@mantine/core'
import { FORWARDED_MAX } from '@recado/shared/tickets/contract/message-routes'
import { useTexts } from '../../../i18n/use-texts.ts'
import classes from './actions.module.css'

interface ChoicesProps {
  label: string
  choices: readonly { id: string; label: string }[]
  chosen: string[]
  onChoose: (ids: string[]) => void
}

/** Up to five choices; further ones are disabled. */
export function Choices({ label, choices, chosen, onChoose }: ChoicesProps) {
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
              label={<bdi>{choice.label}</bdi>}
              disabled={chosen.length >= FORWARDED_MAX && !chosen.includes(choice.id)}
            />
          ))}
        </div>
      </Checkbox.Group>
    </>
  )
}
