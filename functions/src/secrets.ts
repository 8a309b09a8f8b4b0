import { openSecrets } from '@recado/shared/secrets/open'

/**
 * Access to the secrets, opened once. Separate from the context, which most functions behind queues do not load.
 */
export const secrets = openSecrets()
