/** The longest pause before a failed command comes again, in seconds. */
const LONGEST_SECONDS = 60

/**
 * The pause before a failed command comes again, in seconds. It doubles with each failure, so that the attempts of a command
 * outlast an outage of some minutes, for example of WhatsApp's media hosts.
 * @param attempts so far, from 1
 */
export const retrySeconds = (attempts: number): number => Math.min(2 ** (attempts - 1), LONGEST_SECONDS)
