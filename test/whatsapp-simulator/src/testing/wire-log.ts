import { silentLogger } from '../phones/silent-logger.ts'

/** Records every stanza that a Baileys sends: pass `logger` to its socket. */
export class WireLog {
  readonly sent: string[] = []
  readonly logger = {
    ...silentLogger,
    // Baileys renders stanzas as text only at this level.
    level: 'trace',
    child: () => this.logger,
    trace: (line: unknown, message?: string) => {
      if (isStanza(line) && [line.msg, message].includes('xml send')) this.sent.push(line.xml)
    },
  }

  /** The stanza of a sent message. */
  message(id: string): string | undefined {
    return this.sent.find((xml) => xml.startsWith('<message') && xml.includes(id))
  }
}

function isStanza(line: unknown): line is { xml: string; msg?: string } {
  return typeof line === 'object' && line !== null && 'xml' in line && typeof line.xml === 'string'
}
