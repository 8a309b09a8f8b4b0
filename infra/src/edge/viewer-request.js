// Runs in CloudFront for each request, before anything else; without modules, in its own JavaScript.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request
  const path = request.uri.replace(/\/+$/, '')
  const isCall = request.uri.startsWith('/api/')
  const isFile = /\.[^/]+$/.test(path)
  // The app's own paths are no objects in the bucket: its one page shows them.
  request.uri = isCall || isFile ? path : '/index.html'
  // Limits of calls count by this address, so a client must not choose it.
  if (isCall) request.headers['x-viewer-address'] = { value: event.viewer.ip }
  return request
}
