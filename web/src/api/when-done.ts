/**
 * Runs `done` when a mutation has succeeded, also if its component is gone by then: a live event may close a page before
 * the answer to the call comes, and a callback of `mutate` would be dropped. A failure stands in the mutation's `error`.
 * @param mutation of `mutateAsync`
 */
export function whenDone<T>(mutation: Promise<T>, done: (result: T) => void): void {
  mutation.then(done, () => undefined)
}
