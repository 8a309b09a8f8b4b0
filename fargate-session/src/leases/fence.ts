/** The lease has a new owner, with a higher fence. This task must not write any more. */
export class FenceLost extends Error {
  constructor() {
    super('Another task owns this connection')
    this.name = 'FenceLost'
  }
}
