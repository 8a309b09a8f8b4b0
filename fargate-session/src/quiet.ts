/**
 * Silences the console, because libsignal writes session secrets to it (private and root keys, with `console.info`,
 * `console.warn` and `console.log`). Import it before anything that loads libsignal. Our own log writes to standard
 * output directly.
 */
const closed = () => undefined
console.log = closed
console.info = closed
console.warn = closed
console.debug = closed
console.dir = closed
console.trace = closed
console.error = closed
