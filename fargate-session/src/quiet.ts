/**
 * Closes the console's output channels that libsignal writes session secrets to (private and root keys, by
 * `console.info`, `console.warn` and `console.log`). Imported before anything that loads libsignal; our own
 * log goes to standard output by another way.
 */
const closed = () => undefined
console.log = closed
console.info = closed
console.warn = closed
console.debug = closed
console.dir = closed
console.trace = closed
console.error = closed
