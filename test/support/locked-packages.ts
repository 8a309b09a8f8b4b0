import * as z from 'zod'

const names = z.record(z.string(), z.string()).default({})
const entry = z.looseObject({
  link: z.boolean().optional(),
  resolved: z.string().optional(),
  dependencies: names,
  devDependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
})
const lockFile = z.object({ packages: z.record(z.string(), entry) })
type Packages = z.infer<typeof lockFile>['packages']

/**
 * The packages of a lock file that the root or a workspace needs, at any depth, without those that only `except` needs.
 * @param lock the text of `package-lock.json`
 * @param except the folder of a workspace
 * @returns one line each, sorted by path, so that equal packages give an equal text
 */
export function lockedPackages(lock: string, except: string): string {
  const { packages } = lockFile.parse(JSON.parse(lock))
  const found = new Set(Object.keys(packages).filter((path) => !isInstalled(path) && path !== except))
  for (const path of found) for (const needed of neededBy(packages, path)) found.add(needed)
  found.delete(except)
  return [...found]
    .sort()
    .map((path) => `${path} ${JSON.stringify(packages[path])}`)
    .join('\n')
}

const isInstalled = (path: string): boolean => path.includes('node_modules/')

/** The paths of the packages that one needs. The link of the excepted workspace is not followed. */
function neededBy(packages: Packages, path: string): string[] {
  const found = packages[path]
  if (!found || found.link) return []
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = found
  const needed = { ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies }
  return Object.keys(needed).flatMap((name) => placeOf(packages, path, name) ?? [])
}

/** Where Node finds a package by name: in the nearest `node_modules` on the way up. Optional ones may be nowhere. */
function placeOf(packages: Packages, from: string, name: string): string | undefined {
  for (let folder: string | undefined = from; folder !== undefined; folder = above(folder)) {
    const place = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`
    if (packages[place]) return place
  }
  return undefined
}

/** The folder above a package or workspace; undefined above the root. */
function above(folder: string): string | undefined {
  if (!folder) return undefined
  return folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : ''
}
