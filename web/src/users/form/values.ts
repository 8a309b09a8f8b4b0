import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { DEFAULT_PROFILE, type ShownUser, userChange, userInput } from '@recado/shared/users/user'
import i18next from 'i18next'
import { validatedBy } from '../../ui/form.ts'

/** What the form of a user holds. */
export interface UserValues {
  name: string
  email: string
  password: string
  currentPassword: string
  profile: ShownUser['profile']
  queueIds: string[]
  /** Of somebody else who has lost their authenticator. */
  endsTotp: boolean
  /** '' is none. */
  selectedCompanyId: string
  support: { reason: string; minutes: string; mayChange: boolean }
}

export type UserForm = UseFormReturnType<UserValues>

/** How long access for support can be given for, in minutes. */
export const SUPPORT_MINUTES = ['15', '30', '60'] as const

export const valuesOf = (user: ShownUser | undefined): UserValues => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  password: '',
  currentPassword: '',
  profile: user?.profile ?? DEFAULT_PROFILE,
  queueIds: user?.queueIds ?? [],
  endsTotp: false,
  selectedCompanyId: user?.selectedCompanyId ?? '',
  support: { reason: '', minutes: '30', mayChange: false },
})

/** Whom the form is about, and what whoever fills it in may decide. */
export interface UserFormOf {
  user: ShownUser | undefined
  isOwn: boolean
  mayEditProfile: boolean
  mayEditQueues: boolean
  mayGrant: boolean
}

/** What is sent of a new user: empty texts as null (part 2 §5). */
export const newUserOf = ({ name, email, password, profile, queueIds }: UserValues) => ({
  name,
  email,
  profile,
  queueIds,
  password: password || null,
})

/** What is sent of a user who is there: nothing that is not the sender's to decide. */
export function changeOf(values: UserValues, of: UserFormOf) {
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

/** Another company was chosen than the one that access is given to already. */
export const isNewGrant = ({ selectedCompanyId }: UserValues, { user, mayGrant }: UserFormOf): boolean =>
  mayGrant && selectedCompanyId !== '' && selectedCompanyId !== (user?.selectedCompanyId ?? '')

/** A new password or e-mail of one's own takes the current password. */
export const takesPassword = ({ password, email }: UserValues, { user, isOwn }: UserFormOf): boolean =>
  isOwn && (password !== '' || email.trim().toLowerCase() !== user?.email)

const validNew = validatedBy(userInput)
const validChange = validatedBy(userChange)

/** What is wrong by the contract, and the current password where it is needed and missing. */
export const problemsFor =
  (of: UserFormOf) =>
  (values: UserValues): FormErrors => {
    if (!of.user) return validNew(newUserOf(values))
    const problems = validChange(changeOf(values, of))
    const isMissing = takesPassword(values, of) && values.currentPassword === ''
    return isMissing ? { ...problems, currentPassword: i18next.t('form.required') } : problems
  }
