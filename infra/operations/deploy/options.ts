import { UsageError } from '../command.ts'

/** The command line of `npm run deploy`. */
export interface DeployOptions {
  name: string | undefined
  /** Whether nothing is deployed yet. */
  isFirst: boolean
  /** Settings that may vanish. */
  dropped: string[]
  /** All other words, for `cdk deploy`. */
  forCdk: string[]
}

/**
 * Reads `[name] [--first] [--drop <setting>]... [options of cdk deploy]`. Not by `parseArgs`, which needs to know the
 * CDK's options too. @throws UsageError
 */
export function readOptions(argv: readonly string[]): DeployOptions {
  const words = [...argv]
  const name = words[0]?.startsWith('-') ? undefined : words.shift()
  const options: DeployOptions = { name, isFirst: false, dropped: [], forCdk: [] }
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '--first') options.isFirst = true
    else if (word === '--drop') options.dropped.push(settingIn(words.shift()))
    else if (word.startsWith('--drop=')) options.dropped.push(settingIn(word.slice('--drop='.length)))
    else options.forCdk.push(word)
  }
  if (options.forCdk.some((word) => /^(--context=|-c=?)?name=/.test(word)))
    throw new UsageError('The name comes first: npm run deploy -- <name> [options]')
  return options
}

function settingIn(word: string | undefined): string {
  if (!word || word.startsWith('-'))
    throw new UsageError('--drop needs the name of a setting: --drop alarmEmail')
  return word
}
