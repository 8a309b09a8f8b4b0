import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../session/use-session.ts'
import { noticeSettingsQuery } from '../queries.ts'

/** Tells the user that mails do not reach them; nothing if they do. */
export function UnreachedByMail() {
  const { t } = useTexts()
  const { email } = useUser()
  const { data } = useQuery(noticeSettingsQuery)
  if (!data?.mailProblem) return null
  return <Alert color="red">{t(`notices.settings.mailProblems.${data.mailProblem}`, { email })}</Alert>
}
