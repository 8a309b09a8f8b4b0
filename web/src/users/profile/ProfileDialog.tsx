import { Divider } from '@mantine/core'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay, useUser } from '../../session/use-session.ts'
import { useRecordOrClose } from '../../ui/use-record-or-close.ts'
import { UserDialog } from '../form/UserDialog.tsx'
import { userQuery } from '../queries.ts'
import { LastLogins } from './LastLogins.tsx'
import { TwoStep } from './TwoStep.tsx'

/** The signed-in user's own dialog, with two-step sign-in and the last logins. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const { id } = useUser()
  const user = useRecordOrClose(userQuery(id), onClose)
  const mayUseCodes = useMay('drawer-admin-items:view')
  if (!user) return null
  return (
    <UserDialog user={user} title={t('profile.title')} onClose={onClose}>
      <Divider label={t('profile.security')} labelPosition="left" />
      {(mayUseCodes || user.totp) && <TwoStep isOn={user.totp} />}
      <LastLogins />
    </UserDialog>
  )
}
