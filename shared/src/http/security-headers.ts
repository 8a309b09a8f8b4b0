/**
 * What the app's pages may load and do; the same in CloudFront and on one machine.
 * @param bucket the bucket's origin, or '' where it is served from the app's own
 */
export const contentSecurityPolicy = (bucket: string): string =>
  [
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${bucket}`,
    `media-src 'self' data: blob: ${bucket}`,
    `connect-src 'self' ${bucket}`,
    'frame-src https://www.youtube-nocookie.com',
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
    .map((directive) => directive.trim())
    .join('; ')
