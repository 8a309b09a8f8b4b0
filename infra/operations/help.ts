import type { Command } from './command.ts'

const EVERYWHERE = [
  ['--local', 'the system on this machine, whose data is in RECADO_DATA or .recado'],
  [
    '--name <name>',
    'a deployment; without it the only one of deployments/, or recado. -c name=<name> does the same',
  ],
  ['--json', 'answers JSON instead of a table'],
  ['-y, --yes', 'changes data without asking'],
  ['-h, --help', 'shows this help'],
] as const

export const helpOfAll = (commands: Readonly<Record<string, Command>>): string =>
  `Usage: npm run ops -- <command> [options]

Commands
${lines(Object.entries(commands).map(([name, { takes, summary }]) => [`${name} ${takes}`.trim(), summary]))}

Options of all commands
${lines(EVERYWHERE)}

Without --local, the region is that of the deployment's file, and the credentials come from the environment, as for
the AWS command line. A deployment without a file is in the region of the environment.
Exit codes: 0 done, 1 not possible, 2 wrong command line, 3 a check found a problem.
`

export function helpOf(name: string, { takes, summary, details, optionHelp }: Command): string {
  const own = Object.entries(optionHelp)
  return `Usage: npm run ops -- ${`${name} ${takes}`.trim()} [options]

${summary}.

${details}

Options
${lines([...own, ...EVERYWHERE])}
`
}

function lines(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(...pairs.map(([left]) => left.length))
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}
