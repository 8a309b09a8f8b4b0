import { closest } from 'fastest-levenshtein'
import type * as z from 'zod'

/** Settings that an operator must correct. The message has one line per problem. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** Settings that were flags of `cdk deploy`, with their place in the file. */
export const MOVED: Readonly<Record<string, string>> = {
  domain: 'domain',
  emailFrom: 'emailFrom',
  operatorEmail: 'operatorEmail',
  alarmEmail: 'alarmEmail',
  monthlyBudget: 'monthlyBudget',
  socketImage: 'socketImage',
  originSecret: 'originSecret',
  integrationKind: 'integration.kind',
  integrationUrl: 'integration.url',
  sessionTasks: 'socketService.tasks',
  sessionTasksMost: 'socketService.mostTasks',
}

/**
 * The problems of a settings file, one line each: `socketService.cpu: must be one of 256, 512`.
 * @param known the settings at each place: '' has the outermost ones
 */
export function problemsOf(error: z.ZodError, known: Readonly<Record<string, readonly string[]>>): string[] {
  return error.issues.flatMap((issue) => {
    const place = issue.path.join('.')
    if (issue.code !== 'unrecognized_keys')
      return place ? `${place}: ${sentenceOf(issue)}` : sentenceOf(issue)
    return issue.keys.map((key) => {
      const instead = MOVED[key] ?? nearest(key, known[place] ?? [])
      const path = place ? `${place}.${key}` : key
      return `${path}: there is no such setting${instead ? `; did you mean ${instead}?` : ''}`
    })
  })
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is missing' : `must be ${NOUNS[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}`
  return issue.message
}

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a whole number',
  object: 'an object',
}

/** The word that begins so, or else the one that needs the fewest changes. */
function nearest(word: string, words: readonly string[]): string | undefined {
  const small = words.map((one) => one.toLowerCase())
  return words.find((one) => one.startsWith(word)) ?? words[small.indexOf(closest(word.toLowerCase(), small))]
}
