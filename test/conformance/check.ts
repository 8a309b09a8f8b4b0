import type { Aws } from '../support/aws.ts'

/** Things that the product takes for granted, each said in a sentence, with a way to see that it is so. */
export type Checks = Readonly<Record<string, (aws: Aws) => Promise<void>>>

/** The error that a call ends with. @throws where it does not */
export async function refusal(call: Promise<unknown>): Promise<Error> {
  const answer = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (answer instanceof Error) return answer
  throw new Error('It was not refused')
}
