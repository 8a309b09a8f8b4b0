import type { FormErrors, UseFormReturnType } from '@mantine/form'
import type { SessionUser } from '@recado/shared/sessions/session'
import { DEFAULT_PROFILE, type ShownUser, userChange, userInput } from '@recado/shared/users/user'
import i18next from 'i18next'
import { validatedBy } from '../../ui/form.ts'
import { type GrantValues, NEW_GRANT } from './GrantFields.tsx'

/** Values of the user form. */
export interface UserValues {
  name: string
  email: string
  password: string
  currentPassword: string
  profile: ShownUser['profile']
  queueIds: string[]
  /** Switches two-step sign-in off for another user who lost the authenticator. */
  endsTotp: boolean
  /** '' for none. */
  selectedCompanyId: string
  support: GrantValues
}

export type UserForm = UseFormReturnType<UserValues>

export const userFormValues = (user: ShownUser | undefined): UserValues => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  password: '',
  currentPassword: '',
  profile: user?.profile ?? DEFAULT_PROFILE,
  queueIds: user?.queueIds ?? [],
  endsTotp: false,
  selectedCompanyId: user?.selectedCompanyId ?? '',
  support: NEW_GRANT,
})

/** The user of the form, and what the signed-in user may decide. */
export interface UserFormOf {
  user: ShownUser | undefined
  isOwn: boolean
  mayEditProfile: boolean
  mayEditQueues: boolean
  mayGrant: boolean
}

/**
 * Whether the signed-in user may give a user access to another company. Only operators do, to another user (part 1 §2), and
 * only from the platform: an operator in another company leaves it first.
 */
export const mayGrantTo = (user: ShownUser | undefined, me: SessionUser): boolean =>
  me.super && me.support === null && user?.companyId === me.companyId && user.id !== me.id

/** A new user as the API takes it; empty texts are null (part 2 §5). */
export const newUserOf = ({ name, email, password, profile, queueIds }: UserValues) => ({
  name,
  email,
  profile,
  queueIds,
  password: password || null,
})

/** A change of a user as the API takes it, with only the fields that the sender may decide. */
export function userChangeOf(values: UserValues, of: UserFormOf) {
  const { name, email, password, currentPassword, profile, queueIds, selectedCompanyId, support } = values
  const { endsTotp } = values
  const isGranted = isNewGrant(values, of)
  return {
    name,
    email,
    password: password || null,
    ...(of.isOwn && { currentPassword: currentPassword || null }),
    ...(of.mayEditProfile && { profile }),
    ...(of.mayEditQueues && { queueIds }),
    ...(endsTotp && { totp: false as const }),
    ...(of.mayGrant && { selectedCompanyId: selectedCompanyId || null }),
    ...(isGranted && { support: { ...support, minutes: Number(support.minutes) } }),
  }
}

/** Whether the chosen company is not the one that the user already has access to. */
export const isNewGrant = ({ selectedCompanyId }: UserValues, { user, mayGrant }: UserFormOf): boolean =>
  mayGrant && selectedCompanyId !== '' && selectedCompanyId !== (user?.selectedCompanyId ?? '')

/** Whether the current password is needed: for a new password or e-mail of the user's own. */
export const takesPassword = ({ password, email }: UserValues, { user, isOwn }: UserFormOf): boolean =>
  isOwn && (password !== '' || email.trim().toLowerCase() !== user?.email)

const validNew = validatedBy(userInput)
const validChange = validatedBy(userChange, 'form.required', {
  'support.reason': { required: 'form.fieldRequired' },
})

/** Validates by the contract's schema, and requires the current password if it is needed. */
export const problemsFor =
  (of: UserFormOf) =>
  (values: UserValues): FormErrors => {
    if (!of.user) return validNew(newUserOf(values))
    const problems = validChange(userChangeOf(values, of))
    const isMissing = takesPassword(values, of) && values.currentPassword === ''
    return isMissing ? { ...problems, currentPassword: i18next.t('form.required') } : problems
  }
