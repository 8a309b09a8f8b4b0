/** Calls CDK's own handler with the region that it writes to in the environment. */
exports.handler = (event, context) => {
  process.env.AWS_REGION = event.ResourceProperties.WriterProps.region
  return require('./__entrypoint__.js').handler(event, context)
}
