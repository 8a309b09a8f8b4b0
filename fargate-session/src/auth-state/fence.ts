/** The lease moved on: whoever holds it now writes, we no more. */
export class FenceLost extends Error {
  constructor() {
    super('Another task owns this connection')
    this.name = 'FenceLost'
  }
}
