/** What CloudFormation sends: https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/crpg-ref-requests.html */
export interface ResourceRequest<P> {
  RequestType: 'Create' | 'Update' | 'Delete'
  ResponseURL: string
  StackId: string
  RequestId: string
  LogicalResourceId: string
  PhysicalResourceId?: string
  ResourceProperties: P
}

/** A handler that makes something, and says how that went; a deletion of the stack leaves what was made. */
export const makes =
  <P>(make: (properties: P) => Promise<void>) =>
  async (request: ResourceRequest<P>): Promise<void> => {
    try {
      if (request.RequestType !== 'Delete') await make(request.ResourceProperties)
      await answer(request, 'SUCCESS')
    } catch (error) {
      // Not its message, in which there may be anything.
      await answer(request, 'FAILED', error instanceof Error ? error.name : 'unknown')
    }
  }

async function answer<P>(
  request: ResourceRequest<P>,
  Status: 'SUCCESS' | 'FAILED',
  Reason = '',
): Promise<void> {
  const { StackId, RequestId, LogicalResourceId, PhysicalResourceId = LogicalResourceId } = request
  // Signed for a request without a content type.
  await fetch(request.ResponseURL, {
    method: 'PUT',
    headers: { 'content-type': '' },
    body: JSON.stringify({ Status, Reason, StackId, RequestId, LogicalResourceId, PhysicalResourceId }),
  })
}
