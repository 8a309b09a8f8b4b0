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
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
    .map((directive) => directive.trim())
    .join('; ')

/** The help videos, which may be watched in full screen and in a window of their own. */
const VIDEOS = '"https://www.youtube-nocookie.com"'

/** Device features that the app's pages use. Features in neither list keep the browser's default: the page only. */
const USED = [
  // Voice messages.
  'microphone=(self)',
  'clipboard-write=(self)',
  `fullscreen=(self ${VIDEOS})`,
  `picture-in-picture=(self ${VIDEOS})`,
]
const UNUSED = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'midi',
  'otp-credentials',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/** Headers of the app's pages beside the policy above; the same in CloudFront and on one machine. */
export const APP_HEADERS = {
  'permissions-policy': [...USED, ...UNUSED.map((feature) => `${feature}=()`)].join(', '),
  // A page that opens this one, or is opened by it, gets no access to its window.
  'cross-origin-opener-policy': 'same-origin',
} as const
