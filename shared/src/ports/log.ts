/** Fields of a log line: ids, states and codes. Never a name, a number or a text. */
export type LogFields = Record<string, unknown>

/** The log, with the methods of Powertools' logger. */
export interface Log {
  info(message: string, ...fields: LogFields[]): void
  warn(message: string, ...fields: LogFields[]): void
  error(message: string, ...fields: LogFields[]): void
}
