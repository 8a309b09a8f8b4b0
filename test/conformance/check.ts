import type { Aws } from '../support/aws.ts'

/** The product's assumptions, each a sentence with a check. */
export type Checks = Readonly<Record<string, (aws: Aws) => Promise<void>>>

/** The error of a failing call. @throws if the call succeeds */
export async function refusal(call: Promise<unknown>): Promise<Error> {
  const answer = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (answer instanceof Error) return answer
  throw new Error('It was not refused')
}
