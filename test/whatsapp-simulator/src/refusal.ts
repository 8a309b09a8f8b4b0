/** Something that was asked of the simulator cannot be done; `code` and the sentence go to whoever asked. */
export class Refusal extends Error {
  readonly status: 400 | 404 | 409
  readonly code: string

  constructor(status: 400 | 404 | 409, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
