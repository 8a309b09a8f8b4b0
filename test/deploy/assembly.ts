import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { within } from './within.ts'

const resource = z.looseObject({
  Type: z.string(),
  DependsOn: z.union([z.string(), z.array(z.string())]).optional(),
  Properties: z.record(z.string(), z.unknown()).optional(),
  Metadata: z.record(z.string(), z.unknown()).optional(),
})
const template = z.looseObject({
  Parameters: z.record(z.string(), z.unknown()).optional(),
  Resources: z.record(z.string(), resource),
})

export type Resource = z.infer<typeof resource>
type Template = z.infer<typeof template>

/** The output of `cdk synth`: the templates of the stack and its nested stacks, and their files. */
export class Assembly {
  readonly folder: string
  readonly #templates: Map<string, Template>

  static async read(folder: string): Promise<Assembly> {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.template.json'))
    const read = async (name: string) =>
      [name, template.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))] as const
    return new Assembly(folder, new Map(await Promise.all(names.map(read))))
  }

  private constructor(folder: string, templates: Map<string, Template>) {
    this.folder = folder
    this.#templates = templates
  }

  /** All resources of a type, in all templates, with their logical ids. */
  ofType(type: string): [id: string, resource: Resource][] {
    return [...this.#templates.values()].flatMap(({ Resources }) =>
      Object.entries(Resources).filter(([, { Type }]) => Type === type),
    )
  }

  /** The one resource of a type whose path in the stack ends so. @throws for none or several */
  only(type: string, path: string): [id: string, resource: Resource] {
    const found = this.ofType(type).filter(([, { Metadata }]) =>
      String(Metadata?.['aws:cdk:path']).includes(path),
    )
    const [first] = found
    if (!first || found.length > 1) throw new Error(`${found.length} ${type} at ${path}, not one`)
    return first
  }

  /** The default of a parameter, or undefined without such a parameter. */
  defaultOf(parameter: string): string | undefined {
    const declared = [...this.#templates.values()].flatMap(
      ({ Parameters = {} }) => Parameters[parameter] ?? [],
    )
    const [value] = declared.map((one) => within(one).Default)
    return typeof value === 'string' ? value : undefined
  }

  /** Removes resources, and the dependencies on them. */
  remove(ids: ReadonlySet<string>): void {
    for (const { Resources } of this.#templates.values()) {
      for (const id of ids) delete Resources[id]
      for (const one of Object.values(Resources)) {
        if (Array.isArray(one.DependsOn)) one.DependsOn = one.DependsOn.filter((id) => !ids.has(id))
      }
    }
  }

  /** Replaces each exact occurrence in the templates. @returns the number of replacements */
  replace(said: unknown, instead: unknown): number {
    const text = JSON.stringify(said)
    let count = 0
    const replaced = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null) return value
      if (JSON.stringify(value) === text) {
        count++
        return structuredClone(instead)
      }
      if (Array.isArray(value)) return value.map(replaced)
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replaced(part)]))
    }
    for (const [name, one] of this.#templates) this.#templates.set(name, template.parse(replaced(one)))
    return count
  }

  /** The nested stacks: the outer resource of each, and its own template. */
  get nested(): [stack: Resource, template: Template][] {
    return this.ofType('AWS::CloudFormation::Stack').map(([id, stack]) => {
      const inner = this.#templates.get(String(stack.Metadata?.['aws:asset:path']))
      if (!inner) throw new Error(`${id} has no template`)
      return [stack, inner]
    })
  }

  async write(): Promise<void> {
    for (const [name, one] of this.#templates)
      await writeFile(join(this.folder, name), JSON.stringify(one, undefined, 1))
  }
}
