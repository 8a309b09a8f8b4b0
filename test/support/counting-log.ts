import type { Log, LogFields } from '@recado/shared/ports/log'

/** A logged line. */
interface Line extends LogFields {
  message: string
}

/** A log that stores its lines instead of printing them. */
export class CountingLog implements Log {
  readonly infos: Line[] = []
  readonly warnings: Line[] = []
  readonly errors: Line[] = []

  info = (message: string, ...fields: LogFields[]) => void this.infos.push(lineOf(message, fields))
  warn = (message: string, ...fields: LogFields[]) => void this.warnings.push(lineOf(message, fields))
  error = (message: string, ...fields: LogFields[]) => void this.errors.push(lineOf(message, fields))
}

const lineOf = (message: string, fields: readonly LogFields[]): Line => ({
  ...Object.assign({}, ...fields),
  message,
})
