/**
 * Headers of requests from CloudFront to the API. Both overwrite what a client sent under these names.
 * infra/src/edge/viewer-request.js writes the viewer's address, the distribution itself the secret.
 */
export const edgeHeaders = {
  /** The client's IP address, without a port. */
  viewerAddress: 'x-viewer-address',
  /** Proves that the request came through CloudFront. */
  originSecret: 'x-origin-secret',
} as const
