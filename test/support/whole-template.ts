import { NestedStack, type Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'

type Json = unknown
type Resources = Record<string, Record<string, Json>>

/** The nested stacks of a stack. */
export const nestedStacksOf = (stack: Stack): NestedStack[] =>
  stack.node.findAll().filter((child): child is NestedStack => NestedStack.isNestedStack(child))

/** An id that CloudFormation could give the stack. */
const STACK_ID =
  'arn:aws:cloudformation:sa-east-1:123456789012:stack/recado/1a2b3c4d-da77-11e4-872e-1234567123db'

/**
 * Merges a stack's template with those of its nested stacks. A nested stack's parameters are replaced by their
 * values, and its ids get its own id as prefix. Texts that depend on the stack's id alone are computed.
 */
export function wholeTemplate(stack: Stack): Template {
  const { Resources: outer, ...rest } = Template.fromStack(stack).toJSON()
  const all: Resources = { ...outer }
  for (const nested of nestedStacksOf(stack)) {
    const { id } = nested.node
    const { Resources: inner = {} } = Template.fromStack(nested).toJSON()
    const handed = outer[stack.resolve(nested.nestedStackResource?.logicalId)]?.Properties
    const given = isRecord(handed) && isRecord(handed.Parameters) ? handed.Parameters : {}
    const own = new Set(Object.keys(inner))
    for (const [name, resource] of Object.entries(inner))
      all[`${id}${name}`] = replaced(resource, own, id, given) as Record<string, Json>
  }
  return Template.fromJSON({ ...rest, Resources: computed(all) as Resources })
}

/** References within the nested stack get their new ids; parameters get their values. */
function replaced(value: Json, own: ReadonlySet<string>, id: string, given: Record<string, Json>): Json {
  if (Array.isArray(value)) return value.map((part) => replaced(part, own, id, given))
  if (!isRecord(value)) return value
  const { Ref, 'Fn::GetAtt': of } = value
  if (typeof Ref === 'string' && given[Ref] !== undefined) return given[Ref]
  if (typeof Ref === 'string' && own.has(Ref)) return { Ref: `${id}${Ref}` }
  if (Array.isArray(of) && own.has(String(of[0]))) return { 'Fn::GetAtt': [`${id}${of[0]}`, ...of.slice(1)] }
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === 'DependsOn' ? renamed(part, own, id) : replaced(part, own, id, given),
    ]),
  )
}

/** Computes `Fn::Select`, `Fn::Split` and `Fn::Join` where all parts are known. */
function computed(value: Json): Json {
  if (Array.isArray(value)) return value.map(computed)
  if (!isRecord(value)) return value
  const { Ref, 'Fn::Select': select, 'Fn::Split': split, 'Fn::Join': join } = value
  if (Ref === 'AWS::StackId') return STACK_ID
  const [first, second] = [select ?? split ?? join].flat().map(computed)
  if (split && typeof first === 'string' && typeof second === 'string') return second.split(first)
  if (select && Array.isArray(second)) return second[Number(first)]
  if (join && Array.isArray(second) && second.every((part) => typeof part === 'string'))
    return second.join(String(first))
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, computed(part)]))
}

const renamed = (names: Json, own: ReadonlySet<string>, id: string): Json =>
  [names].flat().map((name) => (own.has(String(name)) ? `${id}${name}` : name))

const isRecord = (value: Json): value is Record<string, Json> => typeof value === 'object' && value !== null
