/** A refused request to the simulator. The caller gets `code` and the sentence. */
export class Refusal extends Error {
  readonly status: 400 | 404 | 409
  readonly code: string

  constructor(status: 400 | 404 | 409, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
