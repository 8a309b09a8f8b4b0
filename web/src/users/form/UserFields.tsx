import { PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import { profile } from '@recado/shared/users/user'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { QueueSelect } from '../../ticket-queues/QueueSelect.tsx'
import { ticketQueuesQuery } from '../../ticket-queues/queries.ts'
import { required } from '../../ui/required.ts'
import { takesPassword, type UserForm, type UserFormOf } from './values.ts'

/** A user's data, profile and queues. */
export function UserFields({ form, of }: { form: UserForm; of: UserFormOf }) {
  const { t } = useTexts()
  const toggle = { 'aria-label': t('session.showPassword') }
  return (
    <>
      <TextInput
        label={t('users.name')}
        {...required}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        type="email"
        label={t('session.email')}
        {...required}
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={of.user ? t('users.newPassword') : t('session.password')}
        description={of.user ? t('users.newPasswordHint') : t('users.passwordHint')}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...form.getInputProps('password')}
      />
      {takesPassword(form.values, of) && (
        <PasswordInput
          label={t('users.currentPassword')}
          {...required}
          autoComplete="current-password"
          visibilityToggleButtonProps={toggle}
          {...form.getInputProps('currentPassword')}
        />
      )}
      {of.mayEditProfile && (
        <Select
          label={t('users.profile')}
          data={profile.options.map((value) => ({ value, label: t(`users.profiles.${value}`) }))}
          {...form.getInputProps('profile')}
        />
      )}
      {of.mayEditQueues && <QueuesField form={form} />}
      {of.user?.totp && !of.isOwn && (
        <Switch
          label={t('users.endTotp')}
          description={t('users.endTotpHint')}
          {...form.getInputProps('endsTotp', { type: 'checkbox' })}
        />
      )}
    </>
  )
}

function QueuesField({ form }: { form: UserForm }) {
  const { t } = useTexts()
  const { data: queues } = useQuery(ticketQueuesQuery)
  if (!queues?.length) return null
  return (
    <QueueSelect
      label={t('users.queues')}
      description={t('users.form.queuesHint')}
      queues={queues}
      nothingFoundMessage={t('common.nothingMatches')}
      {...form.getInputProps('queueIds')}
    />
  )
}
