/** What CloudFormation sends: https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/crpg-ref-requests.html */
export interface ResourceRequest<P> {
  RequestType: 'Create' | 'Update' | 'Delete'
  ResponseURL: string
  StackId: string
  RequestId: string
  LogicalResourceId: string
  PhysicalResourceId?: string
  ResourceProperties: P
  /** The properties before an update. */
  OldResourceProperties?: P
}

/**
 * A handler that creates or updates a resource and reports the result; deleting the stack keeps the resource.
 * @param make gets the earlier properties too if it is an update
 */
export const makes =
  <P>(make: (properties: P, before?: P) => Promise<void>) =>
  async (request: ResourceRequest<P>): Promise<void> => {
    let failure: string | undefined
    try {
      if (request.RequestType !== 'Delete')
        await make(request.ResourceProperties, request.OldResourceProperties)
    } catch (error) {
      // Not the error's message: it may contain anything.
      failure = error instanceof Error ? error.name : 'unknown'
    }
    await answer(request, failure === undefined ? 'SUCCESS' : 'FAILED', failure)
  }

/** @throws Error if the answer did not arrive: Lambda then repeats the run, where CloudFormation would wait until its limit */
async function answer<P>(
  request: ResourceRequest<P>,
  Status: 'SUCCESS' | 'FAILED',
  Reason = '',
): Promise<void> {
  const { StackId, RequestId, LogicalResourceId, PhysicalResourceId = LogicalResourceId } = request
  // Signed for a request without a content type.
  const { ok, status } = await fetch(request.ResponseURL, {
    method: 'PUT',
    headers: { 'content-type': '' },
    body: JSON.stringify({ Status, Reason, StackId, RequestId, LogicalResourceId, PhysicalResourceId }),
  })
  if (!ok) throw new Error(`CloudFormation's bucket answered ${status}`)
}
