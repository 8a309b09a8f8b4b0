import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../infra/src/root.ts'

/**
 * The commands in the code blocks of a section of a document, in their order: `npm run ops -- pause`.
 * @throws for a section without commands
 */
export async function commandsIn(document: string, section: string): Promise<string[]> {
  const text = await readFile(join(ROOT, document), 'utf8')
  const [, after = ''] = text.split(`\n## ${section}\n`)
  const [own = ''] = after.split('\n## ')
  const commands = own
    .split('```')
    // Every second part is within a block.
    .filter((_, index) => index % 2 === 1)
    .flatMap((block) => block.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (commands.length === 0) throw new Error(`${document} has no commands in ${section}`)
  return commands
}
