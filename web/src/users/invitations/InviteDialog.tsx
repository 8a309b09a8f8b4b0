import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { invitationInput } from '@recado/shared/users/invitation'
import { profile } from '@recado/shared/users/user'
import { useTexts } from '../../i18n/use-texts.ts'
import { CopyField } from '../../ui/CopyField.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { focusFirstError, validatedBy } from '../../ui/form.ts'
import { SecretDialog } from '../../ui/SecretDialog.tsx'
import { useInvite } from '../queries.ts'

interface InviteValues {
  email: string
  profile: (typeof profile.options)[number]
}

const sentOf = ({ email, profile }: InviteValues) => ({ email: email.trim() || null, profile })
const validated = validatedBy(invitationInput)

/** Creates an invitation. Its link is shown only once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const invite = useInvite()
  const initialValues: InviteValues = { email: '', profile: 'user' }
  const form = useForm({ initialValues, validate: (values) => validated(sentOf(values)) })
  const submit = form.onSubmit((values) => {
    if (!invite.isPending) invite.mutate(invitationInput.parse(sentOf(values)))
  }, focusFirstError)
  if (invite.data) return <Made link={invite.data.link} email={invite.data.email} onClose={onClose} />
  return (
    <FormDialog
      title={t('users.invite.title')}
      action={t('users.invite.submit')}
      form={form}
      error={invite.error}
      isBusy={invite.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{t('users.invite.text')}</Text>
      <TextInput
        type="email"
        label={t('session.email')}
        description={t('users.invite.emailHint')}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <Select
        label={t('users.profile')}
        data={profile.options.map((value) => ({ value, label: t(`users.profiles.${value}`) }))}
        {...form.getInputProps('profile')}
      />
    </FormDialog>
  )
}

interface MadeProps {
  link: string
  email: string | null
  onClose: () => void
}

function Made({ link, email, onClose }: MadeProps) {
  const { t } = useTexts()
  return (
    <SecretDialog title={t('users.invite.made')} onClose={onClose}>
      <Stack>
        {email && <Text size="sm">{t('users.invite.mailed', { email })}</Text>}
        <CopyField label={t('users.invite.link')} description={t('users.invite.linkHint')} value={link} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('common.close')}</Button>
        </Group>
      </Stack>
    </SecretDialog>
  )
}
