import { notifications } from '@mantine/notifications'
import { ApiError } from '@recado/shared/http/client'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { hasText } from '../i18n/index.ts'

export const TOAST_MS = 3000

/** Says that something worked. The same id shown twice is shown once. */
export const toastSuccess = (message: ReactNode, id?: string) =>
  notifications.show({ ...closable(), id, message, color: 'green', role: 'status' })

export const toastInfo = (message: ReactNode, id?: string) =>
  notifications.show({ ...closable(), id, message, color: 'blue', role: 'status' })

interface ToldError {
  /** What could not be done, where the error alone does not say it. */
  title?: string
  /** Stands in place of the error's own words. */
  message?: ReactNode
}

/** Says that something failed, once per error code at a time (part 1 §8). */
export const toastError = (error: unknown, { title, message }: ToldError = {}) =>
  notifications.show({
    ...closable(),
    id: [title, codeOf(error)].filter(Boolean).join(' '),
    title,
    message: message ?? textOf(error),
    color: 'red',
    role: 'alert',
  })

/** Says that something goes on in the background. Returns what takes the toast away. */
export function toastGoingOn(message: ReactNode, id: string): () => void {
  notifications.show({ ...closable(), id, message, loading: true, autoClose: false, role: 'status' })
  return () => notifications.hide(id)
}

/** The button that closes a toast has its name for those who do not see the cross. */
export const closable = () => ({ closeButtonProps: { 'aria-label': i18next.t('common.close') } })

/**
 * An error in words: the translation of its code, else the server's or the browser's own words
 * (part 1 §8).
 */
export function textOf(error: unknown): string {
  const key = `errors.${codeOf(error)}`
  if (hasText(key)) return i18next.t(key)
  if (typeof error === 'string' && error) return error
  if (error instanceof Error && error.message) return error.message
  return 'An error occurred!'
}

const codeOf = (error: unknown): string => {
  if (error instanceof ApiError) return error.code
  return typeof error === 'string' ? error : 'unknown'
}
