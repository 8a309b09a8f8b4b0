/**
 * Resolves when the work has ended, whether it succeeded or failed. For order and clean-up alone: the error goes to
 * the caller that awaits the work itself.
 */
export const settled = (work: Promise<unknown> | undefined): Promise<void> =>
  Promise.resolve(work).then(nothing, nothing)

const nothing = () => undefined
