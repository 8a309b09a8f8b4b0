import { Text } from '@mantine/core'
import { useTexts } from '../i18n/use-texts.ts'
import { useUser } from '../session/use-session.ts'
import { DueDate } from './DueDate.tsx'
import classes from './Shell.module.css'

/** The user's name, and until when the company has paid. A phone shows both in the profile's menu. */
export function Greeting() {
  const { t } = useTexts()
  const { name } = useUser()
  return (
    <div className={classes.greeting}>
      <Text size="sm" fw={500} truncate>
        {t('shell.greeting', { name })}
      </Text>
      <DueDate truncate />
    </div>
  )
}
