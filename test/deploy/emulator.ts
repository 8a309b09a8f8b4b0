/** A running emulator of AWS. */
export interface Emulator {
  url: URL
  /** The file of its certificate. */
  certificate: string
}
