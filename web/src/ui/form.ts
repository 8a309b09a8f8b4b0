import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { ApiError } from '@recado/shared/http/api-error'
import i18next from 'i18next'
import type * as z from 'zod'
import type { TextKey } from '../i18n/index.ts'
import { textOf } from './toast.ts'

/** Error texts of a field. */
interface FieldWords {
  required: TextKey
  tooShort: TextKey
  tooLong: TextKey
  invalid: TextKey
}

/** The specified texts, for forms without texts of their own (part 1 §5). */
const WORDS: FieldWords = {
  required: 'form.required',
  tooShort: 'form.tooShort',
  tooLong: 'form.tooLong',
  invalid: 'form.invalid',
}

/**
 * Validates a form by the contract's schema. The error of a field is its first issue. `required` replaces the
 * specified 'Required' for forms without specified texts; `words` overrides the texts of single fields.
 */
export const validatedBy =
  (schema: z.ZodType, required: TextKey = 'form.required', words: Record<string, Partial<FieldWords>> = {}) =>
  (values: unknown): FormErrors => {
    const result = schema.safeParse(values, { reportInput: true })
    if (result.success) return {}
    const errors: FormErrors = {}
    for (const issue of result.error.issues) {
      const field = issue.path.join('.')
      errors[field] ??= messageOf(issue, { ...WORDS, required, ...words[field] })
    }
    return errors
  }

function messageOf(issue: z.core.$ZodIssue, words: FieldWords): string {
  const bound = boundOf(issue)
  if (bound) return bound
  if (isMissing(issue)) return i18next.t(words.required)
  if (issue.code === 'too_small') return i18next.t(words.tooShort)
  if (issue.code === 'too_big') return i18next.t(words.tooLong)
  return i18next.t(issue.path.at(-1) === 'email' ? 'form.invalidEmail' : words.invalid)
}

/** The text for a number that is too small or too large. */
function boundOf(issue: z.core.$ZodIssue): string | undefined {
  if (!('origin' in issue) || issue.origin !== 'number') return undefined
  if (issue.code === 'too_small') return i18next.t('form.atLeast', { minimum: String(issue.minimum) })
  if (issue.code === 'too_big') return i18next.t('form.atMost', { maximum: String(issue.maximum) })
  return undefined
}

const isMissing = (issue: z.core.$ZodIssue) => typeof issue.input !== 'string' || issue.input.trim() === ''

/** Shows the server's errors at their fields: those that `details` name, and codes about one field. */
export function showRefusals<V extends object>(
  form: UseFormReturnType<V>,
  error: unknown,
  fieldOfCode: Record<string, string> = {},
): void {
  if (!(error instanceof ApiError)) return
  for (const { path } of error.details) {
    if (path in form.getValues()) form.setFieldError(path, i18next.t('form.invalid'))
  }
  const field = fieldOfCode[error.code]
  if (field) form.setFieldError(field, textOf(error))
}

/** Focuses the first field with an error; for `form.onSubmit(send, focusFirstError)`. */
export function focusFirstError(errors: FormErrors): void {
  const [field] = Object.keys(errors)
  if (field) document.querySelector<HTMLElement>(`[data-path="${CSS.escape(field)}"]`)?.focus()
}

/** A text as a form sends it: null for an empty one (part 2 §5). */
export const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text)

/** Delay between the submit and the call (part 1 §9), in milliseconds. */
const SUBMIT_DELAY_MS = 400

/**
 * Sends a form after the specified delay. Use it as the mutation's function, so that the button shows progress at
 * once.
 */
export const afterSubmitDelay =
  <V, R>(submit: (values: V) => Promise<R>) =>
  async (values: V): Promise<R> => {
    await new Promise((resolve) => setTimeout(resolve, SUBMIT_DELAY_MS))
    return submit(values)
  }
