import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { ROOT } from './root.ts'
import { parseSettings, type Settings } from './settings.ts'
import { MOVED, SettingsError } from './settings-problems.ts'

/** The deployment that only shows the format. */
export const EXAMPLE = 'example'

/** The folder with one file per deployment. RECADO_DEPLOYMENTS is another one. */
export const deploymentsFolder = (environment: NodeJS.ProcessEnv): string =>
  environment.RECADO_DEPLOYMENTS ?? join(ROOT, 'deployments')

/** @throws SettingsError for a missing or invalid file, with one line per problem */
export function readDeployment(name: string, folder: string): Settings {
  const names = deploymentNames(folder)
  if (!names.includes(name))
    throw new SettingsError(`There is no deployments/${name}.json. ${hintFor(names)}`)
  return parseSettings(name, parsed(name, readFileSync(join(folder, `${name}.json`), 'utf8')))
}

/** The same; undefined without a file. @throws SettingsError for an invalid file */
export const findDeployment = (name: string, folder: string): Settings | undefined =>
  deploymentNames(folder).includes(name) ? readDeployment(name, folder) : undefined

/**
 * The name of the deployment to work on: the given one, or the only one of the folder.
 * @throws SettingsError when the name is not given and there is not exactly one deployment
 */
export function chooseDeployment(given: string | undefined, folder: string): string {
  const name = given || onlyDeployment(folder)
  if (!name) throw new SettingsError(`Which deployment? ${hintFor(deploymentNames(folder))}`)
  return name
}

/** The name of the only deployment besides the example; undefined for none or several. */
export function onlyDeployment(folder: string): string | undefined {
  const [only, ...others] = deploymentNames(folder).filter((name) => name !== EXAMPLE)
  return others.length === 0 ? only : undefined
}

/**
 * Refuses the settings that were once flags: a deployment without them would undo what they made.
 * @throws SettingsError with the place of the setting in the file
 */
export function refuseFlags(context: Readonly<Record<string, unknown>>): void {
  const said = Object.keys(context).filter((flag) => Object.hasOwn(MOVED, flag))
  if (said.length === 0) return
  throw new SettingsError(
    said
      .map((flag) => `-c ${flag}: this setting is ${MOVED[flag]} in deployments/<name>.json now`)
      .join('\n'),
  )
}

function deploymentNames(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .map((file) => parse(file))
    .flatMap(({ name, ext }) => (ext === '.json' ? [name] : []))
    .sort()
}

function hintFor(names: string[]): string {
  const own = names.filter((name) => name !== EXAMPLE)
  return own.length > 0
    ? `There are ${own.join(', ')}: name one of them.`
    : `There is none yet: copy deployments/${EXAMPLE}.json to deployments/<name>.json first. \`npx cdk synth -c name=${EXAMPLE}\` shows the stack without a deployment.`
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new SettingsError(`deployments/${name}.json: is not JSON: ${error.message}`)
  }
}
