/** A running emulator of AWS. */
export interface Emulator {
  url: URL
  /** The file of the certificate by which it is known. */
  certificate: string
}
