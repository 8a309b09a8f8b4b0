/** The product's logo. The name beside it is its text. */
export const Logo = ({ size }: { size: number }) => (
  <img src="/favicon.svg" width={size} height={size} alt="" style={{ display: 'block' }} />
)
