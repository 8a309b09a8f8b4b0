/**
 * Stands in for the discovery of endpoints, which DynamoDB's client asks for where somebody switches it on, and nobody
 * does. Saves 9 KB of every function.
 */
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => false,
  configFileSelector: () => false,
  default: false,
}
export const resolveEndpointDiscoveryConfig = <T>(config: T): T => config
