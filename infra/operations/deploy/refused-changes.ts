import * as z from 'zod'

/** The settings that these checks need of a deployment's file. An earlier release may have had others too. */
const settings = z.looseObject({ originSecret: z.int().default(1), table: z.string().optional() })

/**
 * Compares two files by settings whose change would interrupt a running deployment.
 * @param isPaused whether `ops pause` has stopped the deployment
 * @returns why the second file may not be deployed over the first one; undefined if it may
 */
export async function changeProblem(
  before: object,
  after: object,
  isPaused: () => Promise<boolean>,
): Promise<string | undefined> {
  const [old, now] = [settings.parse(before), settings.parse(after)]
  // Functions accept the secrets of neighbouring numbers only.
  if (Math.abs(now.originSecret - old.originSecret) > 1)
    return `originSecret: ${old.originSecret} → ${now.originSecret}: change it by one at a time, and deploy each number. Otherwise calls are refused during the deployment.`
  // Functions are replaced one by one, so both tables would be written to.
  if (now.table !== old.table && !(await isPaused()))
    return `table: ${shown(old.table)} → ${shown(now.table)}: run \`npm run ops -- pause\` first. docs/operations.md, "Restore from a point in time", has the steps.`
  return undefined
}

const shown = (table: string | undefined): string => table ?? 'the stack’s own'
