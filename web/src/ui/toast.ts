import { notifications } from '@mantine/notifications'
import { ApiError } from '@recado/shared/http/api-error'
import i18next from 'i18next'
import { createElement, type ReactNode } from 'react'
import { hasText } from '../i18n/index.ts'
import { Spoken } from './Spoken.tsx'

export const TOAST_MS = 3000

/** Shows a success. A second toast with the same id is not shown. */
export const toastSuccess = (message: ReactNode, id?: string) =>
  notifications.show({ ...closable(), ...status(message), id, color: 'green' })

/** @param readMs time to read it */
export const toastInfo = (message: ReactNode, id?: string, readMs = TOAST_MS) =>
  notifications.show({ ...closable(), ...status(message), id, color: 'blue', autoClose: readMs })

interface ToldError {
  /** What failed, if the error alone does not say it. */
  title?: string
  /** Replaces the error's own text. */
  message?: ReactNode
}

/** Shows an error, once per error code at a time (part 1 §8). */
export const toastError = (error: unknown, { title, message }: ToldError = {}) =>
  notifications.show({
    ...closable(),
    id: [title, codeOf(error)].filter(Boolean).join(' '),
    title,
    message: message || textOf(error),
    color: 'red',
    role: 'alert',
  })

/** Shows that a task runs in the background. Returns a function that removes the toast. */
export function toastGoingOn(message: ReactNode, id: string): () => void {
  notifications.show({ ...closable(), ...status(message), id, loading: true, autoClose: false })
  return () => notifications.hide(id)
}

/** A message that screen readers read when they have finished a sentence. */
export const status = (message: ReactNode) => ({
  role: 'status',
  message: createElement(Spoken, null, message),
})

/** Names the close button for screen readers. */
export const closable = () => ({ closeButtonProps: { 'aria-label': i18next.t('common.close') } })

/**
 * An error in words: the translation of its code, else the text of the server or the browser (part 1 §8). The value
 * `of` chooses among the texts of a code, if it has several.
 */
export function textOf(error: unknown): string {
  const key = `errors.${codeOf(error)}`
  const values = error instanceof ApiError ? error.values : {}
  const closer = `${key}.${values.of}`
  if (hasText(closer, values)) return i18next.t(closer, values)
  if (hasText(key)) return i18next.t(key, values)
  if (typeof error === 'string' && error) return error
  if (error instanceof Error && error.message) return error.message
  return 'An error occurred!'
}

const codeOf = (error: unknown): string => {
  if (error instanceof ApiError) return error.code
  return typeof error === 'string' ? error : 'unknown'
}
