import { useForm } from '@mantine/form'
import { type ShownUser, userChange, userInput } from '@recado/shared/users/user'
import type { ReactNode } from 'react'
import { session } from '../../api/session.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMay, useUser } from '../../session/use-session.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { focusFirstError, showRefusals } from '../../ui/form.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { useSaveUser } from '../queries.ts'
import { SupportFields } from './SupportFields.tsx'
import { UserFields } from './UserFields.tsx'
import {
  mayGrantTo,
  newUserOf,
  problemsFor,
  type UserFormOf,
  userChangeOf,
  userFormValues,
} from './values.ts'

interface UserDialogProps {
  /** The user to change; undefined for a new one. */
  user: ShownUser | undefined
  title?: string
  onClose: () => void
  /** Additional content of the user's own profile. */
  children?: ReactNode
}

/** The field that each error code is about. */
const FIELD_OF_CODE = {
  ERR_DUPLICATED_EMAIL: 'email',
  ERR_WRONG_PASSWORD: 'currentPassword',
  ERR_PASSWORD_COMMON: 'password',
  ERR_LAST_ADMIN: 'profile',
  ERR_NO_QUEUE_FOUND: 'queueIds',
  ERR_NO_COMPANY_FOUND: 'selectedCompanyId',
}

export function UserDialog({ user, title, onClose, children }: UserDialogProps) {
  const { t } = useTexts()
  const save = useSaveUser()
  const of = useFormOf(user)
  const form = useForm({ initialValues: userFormValues(user), validate: problemsFor(of) })
  const submit = form.onSubmit((values) => {
    if (save.isPending) return
    const input = user
      ? { userId: user.id, change: userChange.parse(userChangeOf(values, of)) }
      : { input: userInput.parse(newUserOf(values)) }
    save.mutate(input, {
      onSuccess: ({ id }) => {
        toastSuccess(t('common.done'), `saved-${id}`)
        // The page shows the user's name and what the profile allows.
        if (of.isOwn) session.refreshAnew().catch(() => undefined)
        onClose()
      },
      onError: (error) => showRefusals(form, error, FIELD_OF_CODE),
    })
  }, focusFirstError)
  return (
    <FormDialog
      title={title ?? (user ? t('users.edit') : t('users.new'))}
      action={user ? t('common.save') : t('users.add')}
      form={form}
      error={save.error}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <UserFields form={form} of={of} />
      {of.mayGrant && <SupportFields form={form} of={of} />}
      {children}
    </FormDialog>
  )
}

function useFormOf(user: ShownUser | undefined): UserFormOf {
  const me = useUser()
  return {
    user,
    isOwn: user?.id === me.id,
    mayEditProfile: useMay('user-modal:editProfile'),
    mayEditQueues: useMay('user-modal:editQueues'),
    mayGrant: mayGrantTo(user, me),
  }
}
