import { Alert } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { textOf } from './toast.ts'

interface FormProblemProps<V extends object> {
  form: UseFormReturnType<V>
  error: unknown
}

/** The error of a submission, if it is not shown at a field. */
export function FormProblem<V extends object>({ form, error }: FormProblemProps<V>) {
  if (error == null || Object.keys(form.errors).length > 0) return null
  return (
    <Alert color="red" role="alert">
      {textOf(error)}
    </Alert>
  )
}
