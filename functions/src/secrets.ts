import { openSecrets } from '@recado/shared/secrets/open'

/** The keeper of secrets, opened once. Apart from the context, since most functions behind queues have none. */
export const secrets = openSecrets()
