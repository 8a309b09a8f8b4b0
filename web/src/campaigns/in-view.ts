import type { Shipping, ShippingView } from '@recado/shared/campaigns/contract/shipping'

type Facts = Pick<Shipping, 'status' | 'block' | 'confirmation' | 'deliveredAt' | 'readAt' | 'repliedAt'>

/** Whether a recipient was asked for a confirmation and has not answered. */
export const isAwaiting = ({ status, confirmation }: Pick<Shipping, 'status' | 'confirmation'>): boolean =>
  status === 'PENDING' && confirmation === 'ASKED'

/** Whether a recipient matches a filter of the table. The server filters by the same rules. */
export function isInView(row: Facts, view: ShippingView): boolean {
  switch (view) {
    case 'OPEN':
      return row.status === 'PENDING' || row.status === 'SENDING'
    case 'PENDING':
      return row.status === 'PENDING' && !isAwaiting(row)
    case 'AWAITING':
      return isAwaiting(row)
    case 'SENDING':
    case 'SENDED':
    case 'FAILED':
      return row.status === view
    case 'DELIVERED':
      return row.deliveredAt !== null
    case 'READ':
      return row.readAt !== null
    case 'REPLIED':
      return row.repliedAt !== null
    case 'FAULTS':
      return row.status === 'FAILED' && !row.block
    case 'BLOCKED':
      return row.block
  }
}
